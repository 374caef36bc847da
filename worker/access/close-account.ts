import { spendLinksOfDeleted } from "../account/auth-tokens.queries.ts";
import { closedAccount } from "../account/member/members.queries.ts";
import { endSessionsOf } from "../account/sessions/end-sessions.queries.ts";
import type { Ctx } from "../kernel/context.ts";
import { closeMailsOfDeleted } from "../mail/transactional-mails.queries.ts";
import { endGrantsOfDeleted, recomputeAccess } from "./access-grants.queries.ts";

/** Statements for the batch that closes an account: ends access, emails, links, and sessions. Each does nothing for an open account. */
export function afterClosing({ db, now }: Ctx, id: string) {
  return [
    endGrantsOfDeleted(db, id, now),
    recomputeAccess(db, [id], { now }),
    closeMailsOfDeleted(db, id, now),
    spendLinksOfDeleted(db, id, now),
    ...endSessionsOf(db, closedAccount(id)),
  ] as const;
}
