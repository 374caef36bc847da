import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import type { ClientResponse } from "hono/client";
import { read } from "../../lib/api.ts";
import { errorDetail } from "../../lib/api-error.ts";
import { useToast } from "../../ui/use-toast.ts";

type ToastText = Parameters<ReturnType<typeof useToast>>[0];

export type Action<Input, Answer extends object> = {
  act: (input: Input) => Promise<ClientResponse<Answer>>;
  /** What is read again, done or not: what was shown may have been out of date. */
  reads: QueryKey;
  failed?: string;
  /** What a toast says once it is done; the server's message, unless an action has words of its own. */
  tell?: (answer: Answer) => ToastText | null;
  onDone?: (input: Input, answer: Answer) => void;
};

function tellMessage(answer: object): ToastText | null {
  return "message" in answer && typeof answer.message === "string" ? { title: answer.message, tone: "success" } : null;
}

/** Something that an administrator does: toasts tell what came of it. */
export function useAction<Input = void, Answer extends object = object>({
  act,
  reads,
  failed = "This was not done",
  tell = tellMessage,
  onDone,
}: Action<Input, Answer>) {
  const queryClient = useQueryClient();
  const toast = useToast();
  const readAgain = () => queryClient.invalidateQueries({ queryKey: reads });
  return useMutation({
    mutationFn: (input: Input) => read(act(input)),
    onSuccess: async (answer, input) => {
      // Before it is told: a dialog gives the focus back to what is there by then.
      await readAgain();
      const text = tell(answer);
      if (text) toast(text);
      onDone?.(input, answer);
    },
    onError: (error) => {
      void readAgain();
      toast({ title: failed, description: errorDetail(error), tone: "error" });
    },
  });
}
