import { useMutation } from "@tanstack/react-query";
import type { QuickLoginRequest } from "#domain/contract/auth.ts";
import { api, read } from "../../lib/api.ts";
import { IncompleteAnswerError } from "../../lib/api-error.ts";
import { useStoreSession } from "./use-start-session.ts";

export function useQuickLogin() {
  const storeSession = useStoreSession();
  return useMutation({
    mutationFn: async (input: QuickLoginRequest) => {
      const { token } = await read(api.auth["quick-login"].$post({ json: input }));
      if (!token) throw new IncompleteAnswerError("No token received from server");
      return token;
    },
    onSuccess: storeSession,
  });
}
