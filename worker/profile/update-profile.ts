import type { ProfileResponse, UpdateProfileRequest } from "#domain/contract/members.ts";
import { parseHour } from "#domain/rules/wake-up-hours.ts";
import type { Caller } from "../auth/sessions.ts";
import type { Ctx } from "../context.ts";
import { invalid, unauthorized } from "../errors.ts";
import type { Member, NewMember } from "../members/member.ts";
import { changeMember } from "../members/members.queries.ts";
import { toProfile } from "./to-profile.ts";

type Input = { caller: Caller; change: UpdateProfileRequest };

/** A choice this server does not offer stays valid for a member who already has it. */
function chosenWakeUp(ctx: Ctx, member: Member, { emailTime, timezone }: UpdateProfileRequest) {
  const hour = emailTime === undefined ? member.wakeUpHour : parseHour(emailTime);
  if (hour === null || (hour !== member.wakeUpHour && !ctx.config.wakeUpHours.includes(hour))) {
    throw invalid("Please choose one of the offered hours.", { emailTime: "Please choose one of the offered hours." });
  }
  const zone = timezone ?? member.timezone;
  if (zone !== member.timezone && !ctx.config.wakeUpZones.some((option) => option.id === zone)) {
    throw invalid("Please choose one of the offered time zones.", {
      timezone: "Please choose one of the offered time zones.",
    });
  }
  return { hour, zone };
}

/** Changes hour, zone and mails. A new hour or zone, or mails switched back on, count from their next slot. */
export async function updateProfile(ctx: Ctx, { caller, change }: Input): Promise<ProfileResponse> {
  const member = await caller.member;
  const { hour, zone } = chosenWakeUp(ctx, member, change);
  const emailEnabled = change.emailEnabled ?? member.emailEnabled;
  const startsAnew = hour !== member.wakeUpHour || zone !== member.timezone || (emailEnabled && !member.emailEnabled);
  // Only what was asked for: a mail's unsubscribe link may have switched the mails off since the look-up.
  const update: Partial<NewMember> = {
    wakeUpHour: change.emailTime === undefined ? undefined : hour,
    timezone: change.timezone,
    emailEnabled: change.emailEnabled,
    updatedAt: ctx.now,
    ...(startsAnew ? { wakeUpSince: ctx.now } : {}),
  };
  const changed = await changeMember(ctx.db, member.id, update);
  if (!changed) throw unauthorized();
  return toProfile(changed, ctx.config, ctx.now);
}
