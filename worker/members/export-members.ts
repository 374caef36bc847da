import { stringify } from "csv-stringify/sync";
import type { MemberFilter, MemberRow } from "#domain/contract/members.ts";
import { auditEvent } from "../audit/audit.queries.ts";
import type { Ctx } from "../kernel/context.ts";
import { readSlice } from "./list-members.ts";

/** Large enough that 100,000 members stay well below the queries that D1 allows an invocation, small enough for its memory. */
const MEMBERS_PER_SLICE = 2000;
/** By this spreadsheets know that the text is UTF-8. */
const BYTE_ORDER_MARK = "\uFEFF";

const COLUMNS = ["email", "first name", "last name", "type", "status", "joined", "labels", "suppressed"] as const;

function toLine(row: MemberRow): string[] {
  const { email, firstName, lastName, subscriptionType, subscriptionStatus, createdAt, labels, isSuppressed } = row;
  const names = [firstName ?? "", lastName ?? ""];
  return [
    email,
    ...names,
    subscriptionType,
    subscriptionStatus,
    createdAt,
    labels.join(", "),
    isSuppressed ? "yes" : "",
  ];
}

/** CSV of RFC 4180 that no spreadsheet takes for formulas: a cell that would be one begins with an apostrophe. */
function toCsv(lines: (readonly string[])[]): string {
  return stringify(lines, { escape_formulas: true, record_delimiter: "windows" });
}

/** The members of a filter as CSV, read slice by slice as the reader takes them: never are all in memory. */
export async function exportMembers(ctx: Ctx, filter: MemberFilter): Promise<ReadableStream<Uint8Array>> {
  const fields = Object.entries(filter).flatMap(([name, value]) => (value ? [name] : []));
  await auditEvent(ctx, {
    actor: "admin",
    action: "members.export",
    subject: "members",
    details: { filteredBy: fields },
  });
  const encoder = new TextEncoder();
  let from: Awaited<ReturnType<typeof readSlice>>["next"] = null;
  return new ReadableStream<Uint8Array>(
    {
      start: (controller) => controller.enqueue(encoder.encode(BYTE_ORDER_MARK + toCsv([COLUMNS]))),
      async pull(controller) {
        const { members, next } = await readSlice(ctx, filter, from, MEMBERS_PER_SLICE);
        if (members.length > 0) controller.enqueue(encoder.encode(toCsv(members.map(toLine))));
        // A slice of a search may be empty and still not be the last; the stream asks again only for what it was given.
        else if (next) controller.enqueue(new Uint8Array());
        from = next;
        if (next === null) controller.close();
      },
    },
    { highWaterMark: 0 },
  );
}
