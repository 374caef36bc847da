import type { TrialUser, TrialUsersRequest } from "#domain/contract/access.ts";
import { MOST_LISTED } from "#domain/contract/fields.ts";
import { DAY_MS } from "#domain/durations.ts";
import { isoOrNull } from "#domain/rules/instants.ts";
import { dateIn } from "#domain/rules/local-time.ts";
import { SERVICE_TERMS } from "#domain/rules/service-terms.ts";
import { selectMember, selectTrialMembers } from "../account/member/members.queries.ts";
import { auditChange } from "../audit/audit.queries.ts";
import { batchOf } from "../kernel/batch-of.ts";
import type { Ctx } from "../kernel/context.ts";
import { conflict, notFound } from "../kernel/errors.ts";
import { softDeleteTrialMember } from "./access-grants.queries.ts";
import { afterClosing } from "./close-account.ts";

/** Like the data of an ended membership. */
const KEPT_MS = SERVICE_TERMS.retentionDays * DAY_MS;

type TrialUsers = { users: TrialUser[]; next: string | null };

/** Members whose access is or was a trial, latest end first; `soonest` lists running trials only, earliest end first. `next` is the `after` of the rest. */
export async function listTrialUsers(ctx: Ctx, asked: TrialUsersRequest): Promise<TrialUsers> {
  const { limit = MOST_LISTED, after = null, q, sort } = asked;
  const endingAfter = sort === "soonest" ? ctx.now : null;
  const members = await selectTrialMembers(ctx.db, { limit: limit + 1, after, search: q || null, endingAfter });
  const shown = members.slice(0, limit);
  const users = shown.map(({ timezone, subscriptionEndsAt: endsAt, suppressedAt, ...person }) => ({
    ...person,
    trialEndDate: isoOrNull(endsAt),
    lastDay: endsAt !== null && endsAt > ctx.now ? dateIn(timezone, endsAt) : null,
    isSetUp: person.isSetUp === 1,
    isSuppressed: suppressedAt !== null,
  }));
  return { users, next: members.length > limit ? (users.at(-1)?.id ?? null) : null };
}

/**
 * Closes a trial account with its links and waiting emails. Its data stays for the retention period; its address is free immediately.
 * @throws AppError `not_found`, or `conflict` for someone with access other than trials
 */
export async function deleteTrialUser(ctx: Ctx, { id }: { id: string }): Promise<void> {
  const { deleted } = await batchOf(ctx.db, {
    deleted: softDeleteTrialMember(ctx.db, id, { now: ctx.now, purgeAt: ctx.now + KEPT_MS }),
    audited: auditChange(ctx, { actor: "admin", action: "trial.delete", subject: id }),
    closed: afterClosing(ctx, id),
  });
  if (deleted.length > 0) return;
  if (await selectMember(ctx.db, id).get()) throw conflict("This member isn't on a trial, so they weren't deleted.");
  throw notFound("Trial user");
}
