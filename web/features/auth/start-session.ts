import { useQueryClient } from "@tanstack/react-query";
import { clearForSignIn, storeAuthToken } from "../../lib/auth-token.ts";
import { leadOn, useReturnPath } from "./return-path.ts";

/** What every successful sign-in does: nothing of an earlier session stays, the token is stored. */
export function useStoreSession(): (token: string) => void {
  const queryClient = useQueryClient();
  return (token) => {
    clearForSignIn();
    queryClient.clear();
    storeAuthToken(token);
  };
}

export function useStartSession(): (token: string) => void {
  const storeSession = useStoreSession();
  const returnPath = useReturnPath();
  return (token) => {
    storeSession(token);
    leadOn(returnPath);
  };
}
