import { useMutation } from "@tanstack/react-query";
import type { LoginRequest } from "#domain/contract/auth.ts";
import { api, read } from "../../lib/api.ts";
import { IncompleteAnswerError } from "../../lib/api-error.ts";
import { useStartSession } from "./use-start-session.ts";

export function useLogin() {
  const startSession = useStartSession();
  return useMutation({
    mutationFn: async (input: LoginRequest) => {
      const { token } = await read(api.auth.login.$post({ json: input }));
      if (!token) throw new IncompleteAnswerError("No token received from server");
      return token;
    },
    onSuccess: startSession,
  });
}
