import { type QueryKey, useQuery } from "@tanstack/react-query";
import { Ellipsis } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { MemberFile } from "#domain/contract/members.ts";
import type { MemberPayments } from "#domain/contract/money/subscriptions.ts";
import { formatDate } from "#domain/formats.ts";
import { emailProblem } from "#domain/rules/credentials.ts";
import { SERVICE_TERMS } from "#domain/rules/service-terms.ts";
import { useKeptFeeds } from "../../brand/keep-feeds.tsx";
import { adminApi } from "../../lib/admin-session.ts";
import { Alert } from "../../ui/alert.tsx";
import { AskToAct } from "../parts/ask-first.tsx";
import { bind, EmailField } from "../parts/controls.tsx";
import { Menu } from "../parts/menu.tsx";
import { everyMemberKey, overviewKey } from "../parts/query-keys.ts";
import { memberPaymentsQuery } from "./members.query.ts";

const call = adminApi.admin.members[":id"];

/** What's done for a member, each asked first. */
export function MemberAccount({ file }: { file: MemberFile }) {
  const { id, email, invitation } = file.profile;
  const [asked, setAsked] = useState("");
  const { subscriptions = [] } = useQuery(memberPaymentsQuery(id)).data ?? {};
  const rest = { reads: [everyMemberKey, overviewKey], onClose: () => setAsked("") };
  const isInvited = invitation !== null && invitation.acceptedAt === null;
  const link = isInvited ? "Resend invitation" : "Send password link";
  const turnsOn = !file.mail.emailEnabled && !isInvited;
  const mails = turnsOn ? "Turn on wake-up emails" : "Turn off wake-up emails";
  const charging = subscriptions.filter(isCancellable);
  const cancels = charging.map((of) => {
    const label = charging.length > 1 ? `Cancel Subscription: ${of.id}` : "Cancel Subscription";
    return [label, <CancelCharging key={of.id} of={of} {...rest} />] as const;
  });
  const questions: Record<string, ReactNode> = {
    [link]: (
      <AskToAct
        title={isInvited ? "Resend the invitation?" : "Send a password link?"}
        text={
          isInvited
            ? `We'll email the invitation to ${email} again.`
            : `We'll email ${email} a link to set a password. It works once and expires in 1 hour.`
        }
        action={link}
        isDangerous={false}
        act={(requestId) => call["password-mail"].$post({ param: { id }, json: { requestId } })}
        {...rest}
      />
    ),
    "Change email": <ChangeEmail file={file} {...rest} />,
    [mails]: !(isInvited && invitation.isUnsubscribed) && (
      <AskToAct
        title={`${mails}?`}
        text={
          turnsOn ? `Only if ${email} asked for them.` : "Their access stays. Emails about their account still come."
        }
        action={mails}
        isDangerous={false}
        act={() => call.mails.$post({ param: { id }, json: { isOn: turnsOn } })}
        {...rest}
      />
    ),
    "Log out everywhere": file.sessions.length + file.feeds.length > 0 && <LogOutEverywhere file={file} {...rest} />,
    ...Object.fromEntries(cancels),
    "Delete account": (
      <AskToAct
        title="Delete this account?"
        text={`Access, emails, logins, and any subscription end now, without a refund. ${email} gets a link that restores the account for ${SERVICE_TERMS.deletionUndoDays} days.`}
        action="Delete account"
        act={() => call.close.$post({ param: { id } })}
        {...rest}
      />
    ),
  };
  if (file.purge?.closedAt) return null;
  const items = Object.keys(questions)
    .filter((label) => questions[label])
    .map((label) => ({ label, onSelect: () => setAsked(label) }));
  return (
    <>
      <Menu label="More actions" icon={Ellipsis} items={items} />
      {questions[asked]}
    </>
  );
}

type Subscription = MemberPayments["subscriptions"][number];
type CancelProps = { of: Subscription; reads: QueryKey[]; onClose: () => void };

const isCancellable = ({ status, isCancelPending }: Subscription) =>
  !isCancelPending && ["APPROVED", "ACTIVE", "SUSPENDED"].includes(status);

function CancelCharging({ of: { id, nextBillingAt }, ...rest }: CancelProps) {
  const end = nextBillingAt ? `on ${formatDate(nextBillingAt)}` : "with the paid period";
  return (
    <AskToAct
      title="Cancel this subscription?"
      text={`No further charges. The access that it pays for ends ${end}, and they get an email. You can't undo this.`}
      action="Cancel Subscription"
      refusal="Keep subscription"
      reason={{ maxLength: 127, hint: "PayPal keeps it." }}
      act={(_, reason) => adminApi.paypal.subscriptions[":id"].cancel.$post({ param: { id }, json: { reason } })}
      {...rest}
    />
  );
}

type QuestionProps = { file: MemberFile; reads: QueryKey[]; onClose: () => void };

function LogOutEverywhere({ file: { profile, feeds }, ...rest }: QuestionProps) {
  const { id, email } = profile;
  const { kept, question } = useKeptFeeds(feeds, { areKeptAtFirst: false });
  return (
    <AskToAct
      title="Log out everywhere?"
      text={`${email} will need to log in again on every device. What's playing now may keep playing for a while.`}
      action="Log out everywhere"
      act={() => call["sign-out"].$post({ param: { id }, query: { keepFeeds: kept } })}
      {...rest}
    >
      {question}
    </AskToAct>
  );
}

function ChangeEmail({ file: { profile, mail }, ...rest }: QuestionProps) {
  const { id } = profile;
  const [typed, setTyped] = useState("");
  const [isSubmitted, setIsSubmitted] = useState(false);
  const email = typed.trim();
  const problem = emailProblem(typed);
  return (
    <AskToAct
      title="Change email"
      text="We'll email the new address a link that's valid for 24 hours. Once they confirm, we'll change the email, notify the old address, and log out every device. If they haven't accepted their invitation yet, the email changes right away."
      action="Send link"
      isDangerous={false}
      check={() => {
        setIsSubmitted(true);
        return problem === null;
      }}
      act={(requestId) => call.address.$post({ param: { id }, json: { requestId, email } })}
      {...rest}
    >
      {mail.suppression && (
        <Alert tone="info">Emails to {profile.email} are suppressed. The new address starts fresh.</Alert>
      )}
      <EmailField
        label="New email"
        {...bind(typed, setTyped)}
        error={isSubmitted ? (problem ?? undefined) : undefined}
      />
    </AskToAct>
  );
}
