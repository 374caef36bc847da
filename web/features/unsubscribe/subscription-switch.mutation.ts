import { useMutation } from "@tanstack/react-query";
import type { UnsubscribeLink } from "#domain/contract/unsubscribe.ts";
import { api, read } from "../../lib/api.ts";

/** Stops or restarts the wake-up mails of a mail's link; it works without being signed in. */
export function useSubscriptionSwitch(link: UnsubscribeLink) {
  return useMutation({
    mutationFn: (isWanted: boolean) =>
      read(
        isWanted ? api["wake-up"].resubscribe.$post({ json: link }) : api["wake-up"].unsubscribe.$post({ json: link }),
      ),
  });
}
