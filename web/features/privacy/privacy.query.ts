import { queryOptions, useMutation } from "@tanstack/react-query";
import type { DeleteAccountRequest } from "#domain/contract/privacy.ts";
import { api, read } from "../../lib/api.ts";

export const privacyQuery = queryOptions({
  queryKey: ["/api/user/privacy"],
  queryFn: () => read(api.user.privacy.$get()),
});

/** Has the link to a copy of one's data mailed. */
export function useAskForData() {
  return useMutation({ mutationFn: () => read(api.user.privacy.export.$post()) });
}

export function useDownloadData() {
  return useMutation({ mutationFn: (token: string) => read(api.user.privacy.download.$post({ json: { token } })) });
}

export function useDeleteAccount() {
  return useMutation({ mutationFn: (json: DeleteAccountRequest) => read(api.user.privacy.delete.$post({ json })) });
}
