import { useMutation, useQueryClient } from "@tanstack/react-query";
import { errorDetail } from "../../lib/api-error.ts";
import { useToast } from "../../ui/use-toast.ts";
import { everyMemberKey } from "./members.query.ts";

/**
 * Something done about a member: a toast tells what the server said, or what went wrong, and everything read of members is read
 * again. What has `onDone` tells it after that, and of what it was.
 */
export function useMemberAction<Input>(
  act: (input: Input) => Promise<{ message?: string }>,
  onDone?: (input: Input) => void,
) {
  const queryClient = useQueryClient();
  const toast = useToast();
  const readAgain = () => queryClient.invalidateQueries({ queryKey: everyMemberKey });
  return useMutation({
    mutationFn: act,
    onSuccess: async ({ message }, input) => {
      // Before it is told: a dialog gives the focus back to what is there by then.
      await readAgain();
      if (message) toast({ title: message, tone: "success" });
      onDone?.(input);
    },
    onError: (error) => {
      // What was shown may have been out of date.
      void readAgain();
      toast({ title: "This was not done", description: errorDetail(error), tone: "error" });
    },
  });
}
