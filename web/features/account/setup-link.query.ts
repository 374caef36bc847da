import { useQuery } from "@tanstack/react-query";
import { api, read } from "../../lib/api.ts";

/** Whether a setup or reset link still works, and what its page asks. Doesn't use it up. */
export function useSetupLink(token: string | null, email: string | null) {
  return useQuery({
    queryKey: ["/api/auth/setup-link", token, email],
    queryFn: () => read(api.auth["setup-link"].$post({ json: { token: token ?? "", email: email ?? "" } })),
    enabled: Boolean(token && email),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
