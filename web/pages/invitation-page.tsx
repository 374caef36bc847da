import { BRAND } from "#domain/brand.ts";
import { INVITATION_CONSENT } from "#domain/rules/consent.ts";
import { EmailedLinkPage } from "./setup-password-page.tsx";

const INVITATION = {
  title: "Accept your invitation",
  welcome: `Your membership is now at ${BRAND.name}`,
  lead: "Set a password, and your mornings begin. You log in as",
  invalid: "This invitation link is incomplete. Use the link in your latest email.",
  consentText: INVITATION_CONSENT.text,
  action: "Accept invitation",
};

/** Where an imported member begins. Nothing but the invitation is emailed until its button is pressed. */
export function InvitationPage() {
  return <EmailedLinkPage words={INVITATION} />;
}
