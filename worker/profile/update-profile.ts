import type { ProfileResponse, UpdateProfileRequest } from "#domain/contract/members.ts";
import { parseHour } from "#domain/rules/wake-up-hours.ts";
import type { Caller } from "../auth/sessions.ts";
import type { Ctx } from "../context.ts";
import { invalid, unauthorized } from "../errors.ts";
import type { Member } from "../members/member.ts";
import { changeWakeUp } from "../members/members.queries.ts";
import { toProfile } from "./to-profile.ts";

type Input = { caller: Caller; change: UpdateProfileRequest };

/** The hour and zone asked for. A choice this server does not offer stays valid for a member who already has it. */
function chosenWakeUp(ctx: Ctx, member: Member, { emailTime, timezone }: UpdateProfileRequest) {
  const wakeUpHour = emailTime === undefined ? member.wakeUpHour : parseHour(emailTime);
  if (wakeUpHour === null || (wakeUpHour !== member.wakeUpHour && !ctx.config.wakeUpHours.includes(wakeUpHour))) {
    throw invalid("Please choose one of the offered hours.", { emailTime: "Please choose one of the offered hours." });
  }
  const zone = timezone ?? member.timezone;
  if (zone !== member.timezone && !ctx.config.wakeUpZones.some((option) => option.id === zone)) {
    throw invalid("Please choose one of the offered time zones.", {
      timezone: "Please choose one of the offered time zones.",
    });
  }
  return { wakeUpHour: emailTime === undefined ? undefined : wakeUpHour, timezone };
}

/** Changes hour, zone and mails. A new hour or zone, or mails switched back on, count from their next slot. */
export async function updateProfile(ctx: Ctx, { caller, change }: Input): Promise<ProfileResponse> {
  const member = await caller.member;
  // Only what was asked for: a mail's unsubscribe link may have switched the mails off since the look-up.
  const chosen = { ...chosenWakeUp(ctx, member, change), emailEnabled: change.emailEnabled };
  const [changed] = await changeWakeUp(ctx.db, member.id, chosen, ctx.now);
  if (!changed) throw unauthorized();
  return toProfile(changed, ctx.config, ctx.now);
}
