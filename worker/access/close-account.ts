import { spendLinksOfClosed } from "../account/auth-tokens.queries.ts";
import { closedAccount } from "../account/member/members.queries.ts";
import { endSessionsOf } from "../account/sessions/end-sessions.queries.ts";
import type { Ctx } from "../kernel/context.ts";
import { closeMailsOfClosed } from "../mail/transactional-mails.queries.ts";
import { endGrantsOfClosed, recomputeAccess } from "./access-grants.queries.ts";

/** Statements for the batch that closes an account: ends access, emails, links, and sessions. Each does nothing for an open account. */
export function afterClosing({ db, now }: Ctx, id: string) {
  const closed = closedAccount(id);
  return [
    endGrantsOfClosed(db, closed, now),
    recomputeAccess(db, [id], { now }),
    closeMailsOfClosed(db, closed, now),
    spendLinksOfClosed(db, closed, now),
    ...endSessionsOf(db, closed),
  ] as const;
}
