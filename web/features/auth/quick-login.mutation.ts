import { useMutation } from "@tanstack/react-query";
import type { QuickLoginRequest } from "#domain/contract/auth.ts";
import { api, read } from "../../lib/api.ts";
import { MissingTokenError } from "./form-error-text.ts";
import { useStoreSession } from "./use-start-session.ts";

export function useQuickLogin() {
  const storeSession = useStoreSession();
  return useMutation({
    mutationFn: async (input: QuickLoginRequest) => {
      const { token } = await read(api.auth["quick-login"].$post({ json: input }));
      if (!token) throw new MissingTokenError("No token received from server");
      return token;
    },
    onSuccess: storeSession,
  });
}
