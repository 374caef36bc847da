import type { MailKind } from "#domain/words.ts";
import { isInvitationOpen, isOfferOpen } from "./causes.queries.ts";
import { fields } from "./fields.ts";
import { type Kind, kind } from "./kind.ts";

const toInvited = {
  parameters: fields("greetingText", "accessText"),
  link: "invitation",
  unsubscribe: true,
  stillTrue: isInvitationOpen,
  again: "always",
  pausedAs: "invitation",
} as const;

export const invitationKinds = {
  invitation: kind({ ...toInvited, subject: "Your membership has moved to {{brand}}" }),
  "invitation-reminder": kind({ ...toInvited, subject: "Your {{brand}} membership is still waiting for you" }),
  "invitation-offer": kind({
    subject: "You're invited to {{brand}}",
    parameters: fields("greetingText"),
    link: "invitation",
    unsubscribe: true,
    stillTrue: isOfferOpen,
    pausedAs: "offer",
  }),
  // Someone paid or asked, so nothing holds it back: it's their way in.
  "invitation-news": kind({
    subject: "Your {{brand}} account: one link opens it",
    parameters: fields("greetingText", "newsText"),
    link: "invitation",
    stillTrue: isInvitationOpen,
    again: "always",
  }),
} satisfies Partial<Record<MailKind, Kind>>;
