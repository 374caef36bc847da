import { useMutation } from "@tanstack/react-query";
import type { SetupPasswordRequest } from "#domain/contract/auth.ts";
import { api, read } from "../../lib/api.ts";
import { IncompleteAnswerError } from "../../lib/api-error.ts";
import { useStartSession } from "./use-start-session.ts";

export function useSetupPassword() {
  const startSession = useStartSession();
  return useMutation({
    mutationFn: async (input: SetupPasswordRequest) => {
      const { token } = await read(api.auth["setup-password"].$post({ json: input }));
      if (!token) throw new IncompleteAnswerError("Setup failed - no token received");
      return token;
    },
    onSuccess: startSession,
  });
}
