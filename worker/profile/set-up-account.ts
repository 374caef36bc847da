import type { SetupLinkRequest, SetupLinkResponse, SetupPasswordRequest } from "#domain/contract/account.ts";
import type { WakeUpChoice } from "#domain/contract/wake-up-choice.ts";
import { formatHour } from "#domain/rules/wake-up-hours.ts";
import { acceptInvitation } from "../account/invitations/accept-invitation.ts";
import { selectInvitation } from "../account/invitations/invitations.queries.ts";
import { askForWakeUp, chosenWakeUp } from "../account/member/first-wake-up.ts";
import type { Member } from "../account/member/member.ts";
import { setFirstWakeUp } from "../account/member/members.queries.ts";
import { linkAndOwner, setUpPassword } from "../account/password/set-up-password.ts";
import { feedsToKeep } from "../account/sessions/kept-feeds.ts";
import type { Client, OpenedSession } from "../account/sessions/sessions.ts";
import { auditChange } from "../audit/audit.queries.ts";
import type { Ctx } from "../kernel/context.ts";
import { noteSkippedMornings } from "../wake-up/note-skipped-mornings.ts";
import { takePlanOver } from "../wake-up/take-plans-over.ts";

/**
 * Buyers and recipients of gifts have been asked already. A trial begins without its member, so its setup asks; an invitation asks who
 * will get wake-up emails.
 */
async function isAsked(ctx: Ctx, { id, subscriptionType, passwordHash, isUnaccepted }: Member): Promise<boolean> {
  if (!isUnaccepted) return subscriptionType === "trial" && passwordHash === null;
  const [invitation] = await selectInvitation(ctx.db, id);
  return invitation?.isUnsubscribed !== true;
}

/** What a link's page asks: the hour, and which feeds play on. @throws AppError as `linkAndOwner` */
export async function readSetupLink(ctx: Ctx, given: SetupLinkRequest): Promise<SetupLinkResponse> {
  const { link, member } = await linkAndOwner(ctx, given);
  // Who never had a password is still welcomed: a dead setup link is followed by a reset link.
  const isReset = link.purpose === "reset" && member.passwordHash !== null;
  const [isHourAsked, feeds] = await Promise.all([isAsked(ctx, member), feedsToKeep(ctx, member)]);
  return { isReset, wakeUp: isHourAsked ? askForWakeUp(ctx, member.wakeUpHour) : null, feeds };
}

async function firstWakeUp(ctx: Ctx, member: Member, choice: WakeUpChoice) {
  const isAnswered = choice.timezone !== undefined && (await isAsked(ctx, member));
  const wakeUp = isAnswered ? chosenWakeUp(ctx, choice, member.wakeUpHour) : member;
  if (member.isUnaccepted) return acceptInvitation(ctx, member, { wakeUp, isFollowing: true });
  if (!isAnswered) return [];
  if (wakeUp.wakeUpHour === member.wakeUpHour && wakeUp.timezone === member.timezone) return [];
  const actor = `member:${member.id}`;
  const details = { emailTime: formatHour(wakeUp.wakeUpHour), timezone: wakeUp.timezone };
  await takePlanOver(ctx, member.id);
  return [
    setFirstWakeUp(ctx.db, member.id, wakeUp, ctx.now),
    auditChange(ctx, { actor, action: "mails.time", subject: member.id, details }),
    ...(await noteSkippedMornings(ctx, member, wakeUp, actor)),
  ];
}

/** Sets the password and, for a new trial, its hour; accepts an invitation. @throws AppError as `setUpPassword` */
export function setUpAccount(ctx: Ctx, input: SetupPasswordRequest & { client: Client }): Promise<OpenedSession> {
  const { emailTime, timezone, ...setUp } = input;
  return setUpPassword(ctx, { ...setUp, withIt: (member) => firstWakeUp(ctx, member, { emailTime, timezone }) });
}
