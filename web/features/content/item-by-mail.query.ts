import { useQuery } from "@tanstack/react-query";
import type { SessionLink } from "#domain/contract/mail-responses.ts";
import { api, read } from "../../lib/api.ts";
import { GIVES_PASS } from "../../lib/query-client.ts";

/** Opens an item with a wake-up email's link, without a login. The response sets a pass for the item's media. */
export function useItemByMail(link: SessionLink) {
  return useQuery({
    queryKey: ["/api/by-mail/open", link],
    queryFn: () => read(api["by-mail"].open.$post({ json: link })),
    meta: GIVES_PASS,
  });
}
