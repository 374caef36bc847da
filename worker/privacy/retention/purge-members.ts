import { DAY_MS } from "#domain/durations.ts";
import { addDays, formatLongDate, monthOf } from "#domain/rules/calendar-days.ts";
import { dateIn } from "#domain/rules/local-time.ts";
import { auditChange } from "../../audit/audit.queries.ts";
import type { Ctx } from "../../kernel/context.ts";
import { addressHash } from "../../kernel/hashing.ts";
import { errorFields, log } from "../../kernel/log.ts";
import { queueNotice } from "../../mail/transactional-mail.ts";
import { DAYS_OF_DELIVERIES } from "../../wake-up/deliveries/purge-wake-ups.ts";
import { type Person, purgeRows, selectRawKeys } from "./member-rows.queries.ts";
import {
  claimPurge,
  forgetGiver,
  NOTICE_MS,
  selectDue,
  selectUnnotified,
  setPurgeAt,
  setPurgeCounts,
  type Unnotified,
  withdrawUnnotified,
} from "./purge-members.queries.ts";
import { isLetter, MEMBER_RULES } from "./retention-rules.queries.ts";

/** Limits for one hour; docs/rules/budgets.md, "Row budgets". */
const NOTIFIED_PER_HOUR = 500;
const NOTIFIED_PER_BATCH = 50;
const PURGED_PER_HOUR = 100;
/** Covers deliveries the hourly purge hasn't reached yet. */
const MARGIN_DAYS = 5;
const FIRST_MONTH = "2025-08";

/** Rules for a member's rows, in purge order. */
export const MEMBER_ROWS = Object.entries(MEMBER_RULES).map(([table, rule]) => ({ table, ...rule }));

/** The member's own row is missing here because `claimPurge` empties it. */
const PURGED_ROWS = MEMBER_ROWS.flatMap(({ table, of, purge }) =>
  purge && table !== "members" ? [{ table, of, purge }] : [],
);

export function personOf(ctx: Ctx, { id, emailKey }: { id: string; emailKey: string }): Person {
  const today = dateIn("UTC", ctx.now);
  const last = Date.parse(addDays(today, 1)) / DAY_MS;
  const days = Array.from({ length: DAYS_OF_DELIVERIES + MARGIN_DAYS }, (_, back) => last - back);
  const months: string[] = [];
  for (let month = monthOf(today); month >= FIRST_MONTH; month = monthOf(addDays(`${month}-01`, -1)))
    months.push(month);
  const stored = { days: JSON.stringify(days), months: JSON.stringify(months) };
  return { id, emailKey, addressHash: addressHash(ctx.config, emailKey), now: ctx.now, ...stored };
}

function notify(ctx: Ctx, { id, email, firstName, timezone }: Unnotified) {
  const purgeAt = ctx.now + NOTICE_MS;
  const greetingText = firstName ? `Hi ${firstName},` : "Hi,";
  const parameters = { greetingText, dateText: formatLongDate(dateIn(timezone, purgeAt)), purgeAt };
  const mail = { id: `purge-ahead:${id}:${purgeAt}`, memberId: id, to: email, expiresAt: purgeAt };
  return [
    setPurgeAt(ctx.db, id, { now: ctx.now, purgeAt }),
    queueNotice(ctx, { kind: "purge-ahead", ...mail, parameters }).insert,
  ];
}

/** Emails members whose access ended long ago that their data is purged in two weeks; writes day and email in one batch. */
export async function notifyOfPurges(ctx: Ctx): Promise<void> {
  const unnotified = await selectUnnotified(ctx.db, ctx.now, NOTIFIED_PER_HOUR);
  for (let at = 0; at < unnotified.length; at += NOTIFIED_PER_BATCH) {
    const [first, ...rest] = unnotified.slice(at, at + NOTIFIED_PER_BATCH).flatMap((member) => notify(ctx, member));
    if (first) await ctx.db.batch([first, ...rest]);
  }
}

/** Purges one member in one batch, then deletes their files. Returns false if the purge is no longer due. */
export async function purgeMember(ctx: Ctx, member: { id: string; emailKey: string }): Promise<boolean> {
  const person = personOf(ctx, member);
  const [claimed, , , files, ...results] = await ctx.db.batch([
    claimPurge(ctx.db, person),
    auditChange(ctx, { actor: "hourly", action: "member.purge", subject: member.id }),
    forgetGiver(ctx.db, person),
    selectRawKeys(ctx.db, isLetter, person),
    ...PURGED_ROWS.map((rows) => purgeRows(ctx.db, rows, person)),
  ]);
  if (claimed.length === 0) return false;
  // If this fails, `purgeInbound` deletes the remaining files by age.
  if (files.length > 0) await ctx.bucket.delete(files.map(({ key }) => key));
  const counts = PURGED_ROWS.map(({ table }, index) => [table, results[index]?.meta.changes ?? 0] as const);
  const details = { ...Object.fromEntries(counts.filter(([, count]) => count > 0)), files: files.length };
  await setPurgeCounts(ctx.db, member.id, JSON.stringify(details));
  return true;
}

/** Purges members whose day has come; the next hour takes the rest and retries failures. */
export async function purgeMembers(ctx: Ctx): Promise<void> {
  const [, due] = await ctx.db.batch([
    withdrawUnnotified(ctx.db, ctx.now),
    selectDue(ctx.db, ctx.now, PURGED_PER_HOUR),
  ]);
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
