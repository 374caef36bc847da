import { useQuery } from "@tanstack/react-query";
import { api, read } from "../../lib/api.ts";

/** What a set-up link's page asks. */
export function useSetupLink(link: { token: string; email: string }) {
  return useQuery({
    queryKey: ["/api/auth/setup-password", link],
    queryFn: () => read(api.auth["setup-password"].$get({ query: link })),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
