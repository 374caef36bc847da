import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { members } from "#db/schema/members.ts";
import { unsubscribeInvited } from "../../account/invitations/invitations.queries.ts";
import { isMember, wakeUpSinceAfter } from "../../account/member/members.queries.ts";
import { auditEach } from "../../audit/audit.queries.ts";
import type { Ctx } from "../../kernel/context.ts";

/** Whether a row of `members`, the only one with an `id`, gets wake-up emails, or would once they accept their invitation. */
export const mayStop: SQL = sql`(email_enabled = 1 or exists (
  select 1 from invitations i where i.member_id = id and i.accepted_at is null and i.is_unsubscribed = 0))`;

type Stopping = { actor: string; onlyIf?: SQL };

/** Stops the emails of members, each with an entry: statements for one batch. */
export function stopMails(ctx: Ctx, memberIds: string[], { actor, onlyIf = sql`true` }: Stopping) {
  const ids = sql`(select id from members where id in (select value from json_each(${JSON.stringify(memberIds)}))
    and deleted_at is null and ${onlyIf})`;
  return {
    audited: auditEach(
      ctx,
      { actor, action: "mails.off" },
      sql`select id from members where id in ${ids} and ${mayStop}`,
    ),
    invited: unsubscribeInvited(ctx.db, ids),
    stopped: ctx.db
      .update(members)
      .set({ emailEnabled: false, updatedAt: ctx.now })
      .where(and(inArray(members.id, ids), eq(members.emailEnabled, true)))
      .returning({ id: members.id }),
  };
}

/** Switches on the emails of someone who accepted an account; they count from now on. With `stoppedAt`, only if nothing that affects them has changed since. */
export function startMails(db: Db, memberId: string, now: number, stoppedAt?: number) {
  const isUnchanged = stoppedAt === undefined ? undefined : eq(members.updatedAt, stoppedAt);
  return db
    .update(members)
    .set({ emailEnabled: true, wakeUpSince: wakeUpSinceAfter({ emailEnabled: true }, now), updatedAt: now })
    .where(and(isMember(memberId), eq(members.isUnaccepted, false), eq(members.emailEnabled, false), isUnchanged))
    .returning({ id: members.id });
}
