import type { MemberExport, MemberRow } from "#domain/contract/member-list.ts";
import { statusText } from "#domain/rules/member-status.ts";
import { auditEvent } from "../audit/audit.queries.ts";
import type { Ctx } from "../kernel/context.ts";
import { streamCsv } from "../kernel/csv.ts";
import { readSlice } from "./list-members.ts";

/** Large enough that 100,000 members stay well below D1's query limit per invocation, small enough for its memory. */
const MEMBERS_PER_SLICE = 2000;

const COLUMNS = ["email", "first name", "last name", "type", "status", "joined", "labels", "suppressed"] as const;

function toLine(row: MemberRow): string[] {
  const { email, firstName, lastName, status, createdAt, labels, isSuppressed } = row;
  const names = [firstName ?? "", lastName ?? ""];
  const type = status === "none" ? "" : row.subscriptionType;
  return [email, ...names, type, statusText(row), createdAt, labels.join(", "), isSuppressed ? "yes" : ""];
}

async function* readSlices(ctx: Ctx, filter: MemberExport): AsyncGenerator<string[][], void> {
  let from: Awaited<ReturnType<typeof readSlice>>["next"] = null;
  do {
    const { members, next } = await readSlice(ctx, filter, from, MEMBERS_PER_SLICE);
    yield members.map(toLine);
    from = next;
  } while (from !== null);
}

/** Streams chosen members as CSV, slice by slice, so they're never all in memory. */
export async function exportMembers(ctx: Ctx, filter: MemberExport): Promise<ReadableStream<Uint8Array>> {
  const fields = Object.entries(filter).flatMap(([name, value]) => (value ? [name] : []));
  const details = filter.ids ? { members: filter.ids.length } : { filteredBy: fields };
  await auditEvent(ctx, { actor: "admin", action: "members.export", subject: "members", details });
  return streamCsv(COLUMNS, readSlices(ctx, filter));
}
