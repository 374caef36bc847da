import { useQuery } from "@tanstack/react-query";
import type { SessionLink } from "#domain/contract/mail-responses.ts";
import { api, read } from "../../lib/api.ts";
import { GIVES_PASS } from "../../lib/query-client.ts";

/** The item that a wake-up mail's button opens without a session; the answer brings a pass for its media. */
export function useItemByMail(link: SessionLink) {
  return useQuery({
    queryKey: ["/api/by-mail/open", link],
    queryFn: () => read(api["by-mail"].open.$post({ json: link })),
    meta: GIVES_PASS,
  });
}
