import { spendLinksOfDeleted } from "../account/auth-tokens.queries.ts";
import { deleteSessionsOfDeleted } from "../account/sessions/sessions.queries.ts";
import type { Ctx } from "../kernel/context.ts";
import { closeMailsOfDeleted } from "../mail/transactional-mails.queries.ts";
import { endGrantsOfDeleted, recomputeAccess } from "./access-grants.queries.ts";

/**
 * What follows from an account being closed, whoever closed it, in the batch of that: no access, no mail, no link and no session is
 * left. Each statement does nothing for an account that is open.
 */
export function afterClosing({ db, now }: Ctx, id: string) {
  return [
    endGrantsOfDeleted(db, id, now),
    recomputeAccess(db, [id], { now }),
    closeMailsOfDeleted(db, id, now),
    spendLinksOfDeleted(db, id, now),
    deleteSessionsOfDeleted(db, id),
  ] as const;
}
