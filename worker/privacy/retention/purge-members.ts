import { DAY_MS } from "#domain/durations.ts";
import { addDays } from "#domain/rules/calendar-days.ts";
import { dateIn, dateTextOf } from "#domain/rules/local-time.ts";
import { auditChange } from "../../audit/audit.queries.ts";
import type { Ctx } from "../../kernel/context.ts";
import { addressHash } from "../../kernel/hashing.ts";
import { errorFields, log } from "../../kernel/log.ts";
import { queueNotice } from "../../mail/transactional-mail.ts";
import { DAYS_OF_DELIVERIES } from "../../wake-up/deliveries/purge-wake-ups.ts";
import { claimPurge, type Person, purgeRows, selectRawKeys } from "./member-rows.queries.ts";
import type { MemberRows } from "./member-rows.ts";
import {
  forgetGiver,
  isDue,
  NOTICE_MS,
  selectDue,
  selectUntold,
  setPurgeAt,
  setPurgeCounts,
  type Untold,
  withdrawUntold,
} from "./purge-members.queries.ts";
import { RETENTION } from "./retention-rules.ts";

/** Limits for one hour; docs/design.md, "Row budgets". */
const TOLD_PER_HOUR = 500;
const TOLD_PER_BATCH = 50;
const PURGED_PER_HOUR = 100;
/** Deliveries that the hourly purge hasn't reached yet are covered, too. */
const MARGIN_DAYS = 5;
const FIRST_MONTH = "2025-08";

/** The rules of a member's own rows, in purge order. */
export const MEMBER_ROWS = Object.entries(RETENTION).flatMap(([table, { member }]) =>
  member ? [{ table, rows: member }] : [],
);

export function personOf(ctx: Ctx, { id, emailKey }: { id: string; emailKey: string }): Person {
  const today = dateIn("UTC", ctx.now);
  const last = Date.parse(addDays(today, 1)) / DAY_MS;
  const days = Array.from({ length: DAYS_OF_DELIVERIES + MARGIN_DAYS }, (_, back) => last - back);
  const months: string[] = [];
  for (let month = today.slice(0, 7); month >= FIRST_MONTH; month = addDays(`${month}-01`, -1).slice(0, 7))
    months.push(month);
  return {
    id,
    emailKey,
    addressHash: addressHash(ctx.config, emailKey),
    now: ctx.now,
    days: JSON.stringify(days),
    months: JSON.stringify(months),
  };
}

function tell(ctx: Ctx, { id, email, firstName, timezone }: Untold) {
  const purgeAt = ctx.now + NOTICE_MS;
  const parameters = {
    greetingText: firstName ? `Hello ${firstName},` : "Hello,",
    dateText: dateTextOf({ timezone }, purgeAt),
    purgeAt,
  };
  const mail = { id: `purge-ahead:${id}:${purgeAt}`, memberId: id, to: email, expiresAt: purgeAt };
  return [
    setPurgeAt(ctx.db, id, { now: ctx.now, purgeAt }),
    queueNotice(ctx, { kind: "purge-ahead", ...mail, parameters }).insert,
  ];
}

/**
 * Notifies members whose access ended long ago that their data is purged in two weeks, and how to keep or export it. Day and
 * email are written in one batch, once per end of access; nobody is purged without it.
 */
export async function tellOfPurges(ctx: Ctx): Promise<void> {
  const untold = await selectUntold(ctx.db, ctx.now, TOLD_PER_HOUR);
  for (let at = 0; at < untold.length; at += TOLD_PER_BATCH) {
    const [first, ...rest] = untold.slice(at, at + TOLD_PER_BATCH).flatMap((member) => tell(ctx, member));
    if (first) await ctx.db.batch([first, ...rest]);
  }
}

type Changed = { meta: { changes: number } };

/** Purges one member if it's still due: one batch, then the files only it knew of. Returns false if it wasn't due. */
async function purgeMember(ctx: Ctx, member: { id: string; emailKey: string }): Promise<boolean> {
  const person = personOf(ctx, member);
  const [own, ...others] = MEMBER_ROWS as [{ table: string; rows: MemberRows }, ...typeof MEMBER_ROWS];
  const statements = others.flatMap(({ table, rows }) => {
    const statement = purgeRows(ctx.db, table, rows, person);
    return statement ? [{ table, statement }] : [];
  });
  const letters = RETENTION.inbound_mails?.member as MemberRows;
  const [claimed, , , files, ...results] = await ctx.db.batch([
    claimPurge(ctx.db, own.rows, person, isDue(ctx.now)),
    auditChange(ctx, { actor: "hourly", action: "member.purge", subject: member.id }),
    forgetGiver(ctx.db, person),
    selectRawKeys(ctx.db, letters, person),
    ...statements.map(({ statement }) => statement),
  ]);
  if (claimed.length === 0) return false;
  // If this fails, the remaining files are deleted by age.
  if (files.length > 0) await ctx.bucket.delete(files.map(({ key }) => key));
  const counts = statements.map(({ table }, index) => [table, (results[index] as Changed).meta.changes] as const);
  const details = { ...Object.fromEntries(counts.filter(([, count]) => count > 0)), files: files.length };
  await setPurgeCounts(ctx.db, member.id, JSON.stringify(details));
  return true;
}

/** Purges members whose day has come; the rest, and those that fail, are left to the next hour. */
export async function purgeMembers(ctx: Ctx): Promise<void> {
  const [, due] = await ctx.db.batch([withdrawUntold(ctx.db, ctx.now), selectDue(ctx.db, ctx.now, PURGED_PER_HOUR)]);
  let purged = 0;
  for (const member of due) {
    const isPurged = await purgeMember(ctx, member).catch((error) => {
      log("error", "member_not_purged", { memberId: member.id, ...errorFields(error) });
      return false;
    });
    if (isPurged) purged += 1;
  }
  if (due.length > 0) log("info", "members_purged", { due: due.length, purged });
}
