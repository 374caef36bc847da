import { stringify } from "csv-stringify/sync";
import type { MemberFilter, MemberRow } from "#domain/contract/member-list.ts";
import { auditEvent } from "../audit/audit.queries.ts";
import type { Ctx } from "../kernel/context.ts";
import { readSlice } from "./list-members.ts";

/** Large enough that 100,000 members stay well below D1's query limit per invocation, small enough for its memory. */
const MEMBERS_PER_SLICE = 2000;
/** Tells spreadsheets that the text is UTF-8. */
const BYTE_ORDER_MARK = "\uFEFF";

const COLUMNS = ["email", "first name", "last name", "type", "status", "joined", "labels", "suppressed"] as const;

function toLine(row: MemberRow): string[] {
  const { email, firstName, lastName, subscriptionType, subscriptionStatus, createdAt, labels, isSuppressed } = row;
  const names = [firstName ?? "", lastName ?? ""];
  const plan = [subscriptionType, subscriptionStatus];
  return [email, ...names, ...plan, createdAt, labels.join(", "), isSuppressed ? "yes" : ""];
}

/** Formats CSV (RFC 4180). A cell that spreadsheets would run as a formula starts with an apostrophe. */
function toCsv(lines: (readonly string[])[]): string {
  return stringify(lines, { escape_formulas: true, record_delimiter: "windows" });
}

/** Streams the members of a filter as CSV, slice by slice, so they're never all in memory. */
export async function exportMembers(ctx: Ctx, filter: MemberFilter): Promise<ReadableStream<Uint8Array>> {
  const fields = Object.entries(filter).flatMap(([name, value]) => (value ? [name] : []));
  const details = { filteredBy: fields };
  await auditEvent(ctx, { actor: "admin", action: "members.export", subject: "members", details });
  const encoder = new TextEncoder();
  let from: Awaited<ReturnType<typeof readSlice>>["next"] = null;
  return new ReadableStream<Uint8Array>(
    {
      start: (controller) => controller.enqueue(encoder.encode(BYTE_ORDER_MARK + toCsv([COLUMNS]))),
      async pull(controller) {
        const { members, next } = await readSlice(ctx, filter, from, MEMBERS_PER_SLICE);
        if (members.length > 0) controller.enqueue(encoder.encode(toCsv(members.map(toLine))));
        // A slice of a search may be empty without being the last; the stream pulls again only after it's given something.
        else if (next) controller.enqueue(new Uint8Array());
        from = next;
        if (next === null) controller.close();
      },
    },
    { highWaterMark: 0 },
  );
}
