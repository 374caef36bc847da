import { BRAND } from "#domain/brand.ts";
import type { DownloadDataRequest, DownloadDataResponse } from "#domain/contract/privacy.ts";
import { DAY_MS } from "#domain/durations.ts";
import { insertLink, spendOwnLink } from "../account/auth-tokens.queries.ts";
import type { Caller } from "../account/sessions/sessions.ts";
import { hashOfToken, newLink } from "../account/single-use-link.ts";
import { auditChange, auditEvent } from "../audit/audit.queries.ts";
import type { Ctx } from "../kernel/context.ts";
import { gone } from "../kernel/errors.ts";
import { attemptLimit, requireAttempt } from "../kernel/limits/attempt-limit.ts";
import { errorFields, log } from "../kernel/log.ts";
import { sendTransactionalMail } from "../mail/send-transactional-mails.ts";
import { queueMail } from "../mail/transactional-mail.ts";
import { dataPage, type Section } from "./data-page.ts";
import { type MemberRows, type ShownRow, STAND_IN, selectRows } from "./retention/member-rows.queries.ts";
import { MEMBER_ROWS, personOf } from "./retention/purge-members.ts";

const EXPORTS_PER_DAY = 2;
const ENOUGH =
  "You've requested your data twice within a day. Check your inbox for the links, or request it again tomorrow.";
const NOT_GOOD =
  "This link has been used, is older than 24 hours, or belongs to another account. Request a new one below.";
/** Limits the full emails in one export, which would otherwise fill the isolate's memory. */
const MOST_RAW_BYTES = 4 * 1024 * 1024;
const TOO_LARGE = "Too large for this file. Ask us and we'll send it to you.";
const NOT_READ = "We couldn't read this email just now. Ask us and we'll send it to you.";
const NOT_KEPT = "We don't keep this email in full.";

/** Emails a member a link to download their data. @throws AppError `rate_limited` after two within a day */
export async function askForData(ctx: Ctx, { caller }: { caller: Caller }): Promise<void> {
  const { id, email } = await caller.member;
  const day = { max: EXPORTS_PER_DAY, windowEndsAt: ctx.now + DAY_MS };
  const limit = attemptLimit(ctx, { kind: "export-account", value: id, ...day });
  await requireAttempt(ctx, [limit], { message: ENOUGH });
  const link = newLink(ctx.config, id, "export", ctx.now);
  const mail = queueMail(ctx, { kind: "data-export", memberId: id, to: email, parameters: {}, link });
  await ctx.db.batch([
    insertLink(ctx.db, link),
    auditEvent(ctx, { actor: `member:${id}`, action: "member.export", subject: id }),
    mail.insert,
  ]);
  ctx.defer(sendTransactionalMail(ctx, { id: mail.id }));
}

const IS_INSTANT = /(?:_at|_since|_until|^at|^until)$/;

/** Turns a row into what the member reads: without hidden columns, and with instants as text. */
function readable(row: ShownRow, { hidden = [] }: MemberRows): ShownRow {
  const names = Object.keys(row).filter((name) => !hidden.includes(name) && !name.startsWith(STAND_IN));
  const entries = names.map((name) => {
    const { [name]: own = null, [STAND_IN + name]: value = own } = row;
    const isInstant = typeof value === "number" && value > 0 && IS_INSTANT.test(name);
    return [name, isInstant ? new Date(value).toISOString() : value] as const;
  });
  return Object.fromEntries(entries);
}

/** Returns an email as received. The link is spent by now, so an unreadable file mustn't fail the export. */
async function wholeMail({ bucket }: Ctx, key: ShownRow[string] | undefined): Promise<string> {
  if (typeof key !== "string") return NOT_KEPT;
  try {
    return (await (await bucket.get(key))?.text()) ?? NOT_KEPT;
  } catch (error) {
    log("error", "export_mail_not_read", errorFields(error));
    return NOT_READ;
  }
}

async function withWholeMails(ctx: Ctx, rows: ShownRow[]): Promise<ShownRow[]> {
  let room = MOST_RAW_BYTES;
  const whole: ShownRow[] = [];
  for (const { raw_key: key, ...row } of rows) {
    const size = Number(row.size_bytes);
    const isWithin = size <= room;
    if (isWithin) room -= size;
    whole.push({ ...row, whole_mail: isWithin ? await wholeMail(ctx, key) : TOO_LARGE });
  }
  return whole;
}

/** Exports everything kept about a member, once per link. @throws AppError `gone` for a used, expired, or someone else's link */
export async function downloadData(
  ctx: Ctx,
  { caller, token }: DownloadDataRequest & { caller: Caller },
): Promise<DownloadDataResponse> {
  const { id, emailKey } = await caller.member;
  const tokenHash = await hashOfToken(ctx, token);
  const person = personOf(ctx, { id, emailKey });
  const reads = MEMBER_ROWS.map((rule) => selectRows(ctx.db, rule, person));
  const [spent, , ...results] = await ctx.db.batch([
    spendOwnLink(ctx.db, { tokenHash, memberId: id, purpose: "export" }, ctx.now),
    auditChange(ctx, { actor: `member:${id}`, action: "member.export", subject: id, details: { downloaded: true } }),
    ...reads,
  ]);
  if (spent.length === 0) throw gone(NOT_GOOD);
  const sections: Section[] = [];
  for (const [index, rule] of MEMBER_ROWS.entries()) {
    const { table, heading } = rule;
    const shown = (results[index] ?? []).map((row) => readable(row, rule));
    const rows = table === "inbound_mails" ? await withWholeMails(ctx, shown) : shown;
    sections.push({ table, heading, rows });
  }
  const exportedAt = new Date(ctx.now).toISOString();
  const data = Object.fromEntries(sections.map(({ table, rows }) => [table, rows]));
  return {
    name: `${BRAND.name.toLowerCase()}-data-${exportedAt.slice(0, 10)}`,
    json: JSON.stringify({ service: BRAND.name, exportedAt, data }, null, 2),
    page: dataPage(BRAND.name, exportedAt, sections),
  };
}
