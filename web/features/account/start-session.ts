import { useQueryClient } from "@tanstack/react-query";
import { clearForSignIn, storeAuthToken } from "../../lib/auth-token.ts";
import { useLeadOn, useReturnPath } from "./return-path.ts";

/**
 * What every successful sign-in does: nothing of an earlier session stays, the token is stored. The service worker of a session that
 * ended in this very document, which has forgotten everything, keeps the app's shell again.
 */
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
