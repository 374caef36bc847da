import type {
  InvitationChoices,
  InvitationPreview,
  InvitationPreviewRequest,
  InvitationTestRequest,
} from "#domain/contract/imports.ts";
import type { Segment } from "#domain/contract/member-list.ts";
import { DAY_MS } from "#domain/durations.ts";
import { DEFAULT_ZONE } from "#domain/rules/time-zones.ts";
import { batchOf } from "../../kernel/batch-of.ts";
import type { Ctx } from "../../kernel/context.ts";
import { leaveToSend, sendTestMail } from "../../mail/send-at-once.ts";
import { renderSample } from "../../mail/transactional-mail.ts";
import { movedTexts } from "./invite.ts";
import { countWaiting } from "./invited-people.queries.ts";

/** Who of a segment is invited, or waits for an invitation. */
export async function readChoices(ctx: Ctx, segment: Segment): Promise<InvitationChoices> {
  const [waiting] = await countWaiting(ctx.db, segment, ctx.now);
  return waiting ?? { invited: 0, withAccess: 0, withoutAccess: 0, optedOut: 0, unreachable: 0, agreed: 0 };
}

function render({ config, now }: Ctx, kind: InvitationPreviewRequest["kind"], toAddress: string) {
  const accessEndsAt = now + 90 * DAY_MS;
  const someone = { firstName: "Ana", timezone: DEFAULT_ZONE, accessEndsAt, subscriptionEndsAt: null };
  return renderSample(config, kind, movedTexts({ ...someone, subscriptionType: "annual" }), toAddress);
}

export async function previewInvitation(ctx: Ctx, { kind }: InvitationPreviewRequest): Promise<InvitationPreview> {
  const { subject, html } = render(ctx, kind, ctx.config.mailFrom);
  return { subject, html };
}

/** @throws AppError `unavailable` with the reason it wasn't sent */
export async function testInvitation(ctx: Ctx, { kind, email }: InvitationTestRequest): Promise<void> {
  const leave = await batchOf(ctx.db, leaveToSend(ctx));
  await sendTestMail(ctx, render(ctx, kind, email), { leave, subject: "an invitation" });
}
