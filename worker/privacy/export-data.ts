import { BRAND } from "#domain/brand.ts";
import type { DownloadDataResponse, KeyRequest } from "#domain/contract/privacy.ts";
import { DAY_MS } from "#domain/durations.ts";
import { insertLink, spendOwnLink } from "../account/auth-tokens.queries.ts";
import type { Caller } from "../account/sessions/sessions.ts";
import { hashOfToken, newLink } from "../account/single-use-link.ts";
import { auditChange, auditEvent } from "../audit/audit.queries.ts";
import { movedMember } from "../content/move-progress.ts";
import { batchOf } from "../kernel/batch-of.ts";
import type { Ctx } from "../kernel/context.ts";
import { gone } from "../kernel/errors.ts";
import { attemptLimit, requireAttempt } from "../kernel/limits/attempt-limit.ts";
import { errorFields, log } from "../kernel/log.ts";
import { sendTransactionalMail } from "../mail/send-transactional-mails.ts";
import { queueMail } from "../mail/transactional-mail.ts";
import { type MemberRows, type ShownRow, STAND_IN, selectRows } from "./retention/member-rows.queries.ts";
import { MEMBER_ROWS, personOf } from "./retention/purge-members.ts";

type Section = { table: string; heading: string; rows: ShownRow[] };

const ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (character) => ESCAPES[character] ?? character);

function labelOf(column: string): string {
  const words = column.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function rowOf(row: ShownRow): string {
  const lines = Object.entries(row)
    .filter(([, value]) => value !== null && value !== "")
    .map(([name, value]) => `<dt>${labelOf(name)}</dt><dd>${escapeHtml(String(value))}</dd>`);
  return `<dl>${lines.join("")}</dl>`;
}

function sectionOf({ heading, rows }: Section): string {
  const count = rows.length === 1 ? "1 entry" : `${rows.length} entries`;
  const body = rows.length === 0 ? "<p>Nothing.</p>" : rows.map(rowOf).join("");
  return `<section><details${rows.length > 0 && rows.length <= 5 ? " open" : ""}><summary><h2>${escapeHtml(heading)}</h2> <small>${count}</small></summary>${body}</details></section>`;
}

const STYLE = `
:root{color-scheme:light dark}
body{max-width:46rem;margin:0 auto;padding:2rem 1rem 4rem;font:1rem/1.6 system-ui,sans-serif}
h1{font-size:2rem;line-height:1.15;margin:0 0 .5rem}
h2{display:inline;font-size:1.15rem}
section{border-top:1px solid #8886;padding:.25rem 0}
summary{cursor:pointer;padding:.6rem 0}
dl{display:grid;grid-template-columns:minmax(7rem,1fr) 2fr;gap:.15rem 1rem;margin:0 0 1rem;padding:.6rem .8rem;border-radius:.5rem;background:#8881}
dt{opacity:.75}dd{margin:0;overflow-wrap:anywhere;white-space:pre-wrap}
@media print{details{display:block}}
@media (max-width:30rem){dl{grid-template-columns:1fr}dd{margin-bottom:.4rem}}`;

/** Renders the readable copy: a single file without scripts or external resources. */
function dataPage(product: string, exportedAt: string, sections: Section[]): string {
  const title = `Your ${escapeHtml(product)} data`;
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${title}</title><style>${STYLE}</style></head><body><main><h1>${title}</h1><p>Everything we store about you, as of ${exportedAt}. Times are in UTC. The JSON file has the same data.</p>${sections.map(sectionOf).join("")}</main></body></html>`;
}

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
  const member = await caller.member;
  const { id, email } = member;
  const day = { max: EXPORTS_PER_DAY, windowEndsAt: ctx.now + DAY_MS };
  const limit = attemptLimit(ctx, { kind: "export-account", value: id, ...day });
  await requireAttempt(ctx, [limit], { message: ENOUGH });
  const link = newLink(ctx.config, member, "export", ctx.now);
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
  { caller, token }: KeyRequest & { caller: Caller },
): Promise<DownloadDataResponse> {
  const { id, emailKey } = await movedMember(ctx, caller);
  const tokenHash = await hashOfToken(ctx, token);
  const person = personOf(ctx, { id, emailKey });
  const details = { downloaded: true };
  const { spent, stored } = await batchOf(ctx.db, {
    spent: spendOwnLink(ctx.db, { tokenHash, memberId: id, purpose: "export" }, ctx.now),
    audited: auditChange(ctx, { actor: `member:${id}`, action: "member.export", subject: id, details }),
    stored: MEMBER_ROWS.map((rule) => selectRows(ctx.db, rule, person)),
  });
  if (spent.length === 0) throw gone(NOT_GOOD);
  const sections: Section[] = [];
  for (const [index, rule] of MEMBER_ROWS.entries()) {
    const { table, heading } = rule;
    const shown = (stored[index] ?? []).map((row) => readable(row, rule));
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
