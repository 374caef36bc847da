import { useMutation } from "@tanstack/react-query";
import type { PasswordResetRequest } from "#domain/contract/auth.ts";
import { api, read } from "../../lib/api.ts";

export function useRequestReset() {
  return useMutation({
    mutationFn: (input: PasswordResetRequest) => read(api.auth["request-password-reset"].$post({ json: input })),
    onSuccess: ({ resetLink }) => {
      // Only a development server sends it; it is an absolute address of this same site.
      if (resetLink) window.location.assign(resetLink);
    },
  });
}
