import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import type { MemberFile } from "#domain/contract/members.ts";
import type { MailSuppression } from "#domain/contract/profile.ts";
import { formatCount, formatDate, formatDateTime } from "#domain/formats.ts";
import { adminPath } from "#domain/paths.ts";
import { localTimeIn } from "#domain/rules/local-time.ts";
import { zoneLabel, zoneWords } from "#domain/rules/time-zones.ts";
import { clockTime, NO_EMAIL } from "#domain/rules/wake-up-hours.ts";
import { PLAN_NAMES } from "#domain/words.ts";
import { adminApi } from "../../lib/admin-session.ts";
import { Alert } from "../../ui/alert.tsx";
import { Card } from "../../ui/card.tsx";
import { type Detail, DetailList } from "../../ui/detail-list.tsx";
import { AskButton } from "../parts/ask-first.tsx";
import { everyMemberKey } from "../parts/query-keys.ts";
import { BLOCKERS } from "./member-mail-words.ts";
import { day, invitationText, typeText } from "./member-words.ts";
import { memberMorningsQuery, memberPaymentsQuery } from "./members.query.ts";

function accessText({ accessEndsAt, hasAccess }: MemberFile["profile"]): string {
  if (accessEndsAt === null) return "None";
  return hasAccess ? formatDate(accessEndsAt) : `Ended ${formatDate(accessEndsAt)}`;
}

/** The day is the member's own, like the hour. */
function nextEmailText({ profile, mail }: MemberFile): string {
  const { nextAt, blocker, pausedUntil } = mail;
  if (nextAt !== null) {
    const { timezone } = profile;
    const [date = "", time = ""] = localTimeIn(timezone, Date.parse(nextAt)).split("T");
    const when = `${day(date)}, ${clockTime(time)} ${zoneWords(timezone)}`;
    return pausedUntil === null ? when : `${when}. Paused until then.`;
  }
  if (blocker === "paused" && pausedUntil) return `None. They paused wake-ups until ${formatDate(pausedUntil)}.`;
  if (blocker !== null && blocker !== "not_waiting") return `None. ${BLOCKERS[blocker]}`;
  return "None. There's no session in the next two weeks.";
}

function useNextCharge(id: string): string {
  const { data, isError } = useQuery(memberPaymentsQuery(id));
  if (!data) return isError ? "Couldn't load payments" : "Loading...";
  const charges = data.subscriptions.filter(({ status, nextBillingAt }) => status === "ACTIVE" && nextBillingAt);
  const next = charges.toSorted((a, b) => String(a.nextBillingAt).localeCompare(String(b.nextBillingAt)))[0];
  if (!next?.nextBillingAt) return "None";
  const charge = `${formatDate(next.nextBillingAt)}, ${PLAN_NAMES[next.plan]}`;
  if (next.isCancelPending) return `${charge}, unless PayPal confirms the cancellation first`;
  return next.difference ? `${charge}, as last synced` : charge;
}

function NextEmail({ file }: { file: MemberFile }) {
  const isStopped = useQuery(memberMorningsQuery(file.profile.id)).data?.isSendingStopped;
  const text = nextEmailText(file);
  if (!isStopped || file.mail.nextAt === null) return text;
  return (
    <>
      {text.replace(/\.?$/, ".")} <strong>Sending is stopped.</strong>{" "}
      <Link to={adminPath({ tab: "overview" })} className="text-bolt underline">
        See why
      </Link>
    </>
  );
}

/** What an administrator opens a member's page to find out. */
export function MemberAnswers({ file }: { file: MemberFile }) {
  const { profile, mail, progress, sessions } = file;
  const seen = sessions
    .map(({ lastUsedAt }) => lastUsedAt)
    .toSorted()
    .at(-1);
  const { pendingAddress } = mail;
  const facts: Detail[] = [
    ["Subscription", typeText(profile)],
    ["Access until", accessText(profile)],
    ["Next charge", useNextCharge(profile.id)],
    ["Next email", <NextEmail key="email" file={file} />],
    ["Last seen", seen ? formatDateTime(seen) : "Not logged in on any device"],
    ["Last session", progress.lastCompletedDate ? day(progress.lastCompletedDate) : "None completed yet"],
    [
      "Completed",
      progress.itemsCompleted > 0 &&
        `${formatCount(progress.itemsCompleted, "session")}, last streak ${formatCount(progress.currentStreak, "day")}`,
    ],
    ["Wake-up", `${clockTime(profile.emailTime)} ${zoneLabel(profile.timezone)}`],
    [
      "Weekends",
      profile.weekendTime && (profile.weekendTime === NO_EMAIL ? "Nothing" : clockTime(profile.weekendTime)),
    ],
    ["Joined", formatDate(profile.joinedAt)],
    ["Invitation", invitationText(profile.invitation)],
    ["Opted out before", profile.invitation?.isUnsubscribed && "Yes. Accepting doesn't turn on wake-up emails."],
    ["Password", profile.isSetUp ? "Set" : "None yet"],
    ["Gift from", profile.giftGiverName],
    [
      "New email",
      pendingAddress &&
        `${pendingAddress.email}, not confirmed yet (link expires ${formatDateTime(pendingAddress.expiresAt)})`,
    ],
  ];
  return (
    <Card id="member-answers" title="At a glance">
      <div className="grid gap-5">
        {mail.blocker && mail.blocker !== "not_waiting" && mail.blocker !== "paused" && (
          <Alert tone={mail.blocker === "suppressed" ? "error" : "info"}>{BLOCKERS[mail.blocker]}</Alert>
        )}
        {mail.suppression && <LiftSuppression id={profile.id} email={profile.email} suppression={mail.suppression} />}
        <DetailList look="ends" details={facts} />
      </div>
    </Card>
  );
}

const SUPPRESSED: Record<MailSuppression["reason"], string> = {
  bounced: "An email to them bounced",
  complained: "They reported an email as spam",
  refused: "The email provider rejected the address",
  full: "Their mailbox was full for eight wake-up emails in a row, so wake-ups and messages stopped",
};

type LiftSuppressionProps = { id: string; email: string; suppression: MailSuppression };

function LiftSuppression({ id, email, suppression }: LiftSuppressionProps) {
  const { reason, since, askedAt } = suppression;
  return (
    <div className="grid justify-items-start gap-3 text-sm">
      <p>
        {`${SUPPRESSED[reason]}${since ? ` on ${formatDate(since)}` : ""}.`}{" "}
        {askedAt && <strong>They asked for emails again on {formatDate(askedAt)}.</strong>}
      </p>
      <AskButton
        button={{ children: "Allow emails again" }}
        title="Allow emails again?"
        text={
          reason === "complained"
            ? `${email} reported an email as spam. Continue only if they asked for emails again. Another report would hurt delivery to every member.`
            : `We'll email ${email} again. If an email bounces, we'll suppress the address again.`
        }
        action="Allow emails again"
        isDangerous={reason === "complained"}
        act={() => adminApi.admin.members[":id"]["lift-suppression"].$post({ param: { id } })}
        reads={[everyMemberKey]}
      />
    </div>
  );
}
