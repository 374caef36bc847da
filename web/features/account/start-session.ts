import { useMutation, useQueryClient } from "@tanstack/react-query";
import { clearForSignIn, storeAuthToken } from "../../lib/auth-token.ts";
import { IncompleteAnswerError } from "../../lib/failure-text.ts";
import { useToast } from "../../ui/use-toast.ts";
import { useLeadOn, useReturnPath } from "./return-path.ts";

/** Clears what an earlier session left. A service worker that has dropped its caches since then keeps the app's shell again. */
export function useStoreSession(): (token: string) => void {
  const queryClient = useQueryClient();
  return (token) => {
    clearForSignIn();
    queryClient.clear();
    storeAuthToken(token);
    navigator.serviceWorker?.controller?.postMessage("keep");
  };
}

export function useStartSession(): (token: string) => void {
  const storeSession = useStoreSession();
  const returnPath = useReturnPath();
  const leadOn = useLeadOn();
  return (token) => {
    storeSession(token);
    leadOn(returnPath);
  };
}

export function useTokenMutation<Input>(
  call: (input: Input) => Promise<{ token: string; ended?: string }>,
  onToken: (token: string) => void,
  missing = "No token received from server",
) {
  const showToast = useToast();
  return useMutation({
    mutationFn: async (input: Input) => {
      const answer = await call(input);
      if (!answer.token) throw new IncompleteAnswerError(missing);
      return answer;
    },
    onSuccess: ({ token, ended }) => {
      if (ended !== undefined) showToast({ title: "Your email is confirmed", description: ended });
      onToken(token);
    },
  });
}
