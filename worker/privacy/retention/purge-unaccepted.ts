import { afterClosing } from "../../access/close-account.ts";
import { endPurge, selectPace } from "../../account/invitations/invitation-pace.queries.ts";
import {
  closeUnaccepted,
  selectAllUnaccepted,
  selectExpired,
  type Unaccepted,
} from "../../account/invitations/invited-people.queries.ts";
import { newMemberId } from "../../account/member/member.ts";
import type { Ctx } from "../../kernel/context.ts";
import { errorFields, log } from "../../kernel/log.ts";
import { isReserved } from "../../wake-up/slots/slots.ts";
import { purgeMember } from "./purge-members.ts";

/** A slice takes some seconds; a tick stops after `TICK_MS`. */
const SLICE = 100;
const TICK_MS = 20_000;

/** Closes and purges accounts one by one. One that fails here stays closed, and the hourly purge takes it. */
async function purge(ctx: Ctx, people: Unaccepted[], until: number): Promise<boolean> {
  for (const person of people) {
    if (ctx.clock() >= until || isReserved(ctx.clock())) return false;
    await ctx.db.batch([closeUnaccepted(ctx.db, person.id, ctx.now), ...afterClosing(ctx, person.id)]);
    await purgeMember(ctx, person).catch((error) =>
      log("error", "member_not_purged", { memberId: person.id, ...errorFields(error) }),
    );
  }
  return true;
}

/** Hourly: invitations that expired after the paid time, too, was over. IDs are random, so from a random one on, everyone's turn comes. */
export async function purgeExpiredInvitations(ctx: Ctx): Promise<void> {
  await purge(ctx, await selectExpired(ctx.db, ctx.now, newMemberId(), SLICE), ctx.clock() + TICK_MS);
}

/** Each tick, once an administrator has asked for it. */
export async function purgeOpenInvitations(ctx: Ctx): Promise<void> {
  const [pace] = await selectPace(ctx.db);
  const askedAt = pace?.purgeAskedAt ?? null;
  if (askedAt === null) return;
  const until = ctx.clock() + TICK_MS;
  for (;;) {
    const people = (await ctx.db.batch([...selectAllUnaccepted(ctx.db, askedAt, SLICE)])).flat();
    if (people.length === 0) break;
    if (!(await purge(ctx, people, until))) return;
  }
  await endPurge(ctx.db, askedAt);
}
