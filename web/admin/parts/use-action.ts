import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import type { ClientResponse } from "hono/client";
import { read } from "../../lib/api.ts";
import { useToast } from "../../ui/use-toast.ts";

type ToastText = Parameters<ReturnType<typeof useToast>>[0];

export type Action<Input, Answer extends object> = {
  act: (input: Input) => Promise<ClientResponse<Answer>>;
  /** Refetched after success and failure, because what was shown may have been stale. */
  reads: QueryKey[];
  /** The toast after success; by default, the server's message. */
  notify?: (answer: Answer) => ToastText | null;
  onDone?: (input: Input, answer: Answer) => void;
};

function messageOf(answer: object): ToastText | null {
  return "message" in answer && typeof answer.message === "string" ? { title: answer.message, tone: "success" } : null;
}

/** Its failure is for an `ActionError` beside it. */
export function useAction<Input = void, Answer extends object = object>({
  act,
  reads,
  notify = messageOf,
  onDone,
}: Action<Input, Answer>) {
  const queryClient = useQueryClient();
  const toast = useToast();
  const readAgain = () =>
    Promise.all(
      reads.map(async (queryKey) => {
        // A first fetch still in flight may have started before the action and would satisfy the refetch.
        await queryClient.cancelQueries({ queryKey });
        return queryClient.invalidateQueries({ queryKey });
      }),
    );
  return useMutation({
    mutationFn: (input: Input) => read(act(input)),
    onSuccess: async (answer, input) => {
      // Refetch before `onDone`: a closing dialog returns focus to what is on screen by then.
      await readAgain();
      const text = notify(answer);
      if (text) toast(text);
      onDone?.(input, answer);
    },
    onError: () => void readAgain(),
  });
}
