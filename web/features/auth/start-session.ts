import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { clearForSignIn, storeAuthToken } from "../../lib/auth-token.ts";
import { useReturnPath } from "./return-path.ts";

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
  const navigate = useNavigate();
  const returnPath = useReturnPath();
  return (token) => {
    storeSession(token);
    void navigate(returnPath, { replace: true });
  };
}
