import { Ellipsis } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { MemberFile } from "#domain/contract/members.ts";
import { formatCount, formatDate } from "#domain/formats.ts";
import { emailProblem } from "#domain/rules/credentials.ts";
import { useKeptFeeds } from "../../brand/keep-feeds.tsx";
import { adminApi } from "../../lib/admin-session.ts";
import { Alert } from "../../ui/alert.tsx";
import { AskToAct } from "../parts/ask-first.tsx";
import { bind, Disclosure, EmailField } from "../parts/controls.tsx";
import { Menu } from "../parts/menu.tsx";
import { everyMemberKey } from "../parts/query-keys.ts";

const call = adminApi.admin.members[":id"];

/** Rare actions, each asked first. */
export function MemberAccount({ file }: { file: MemberFile }) {
  const { id, email } = file.profile;
  const [asked, setAsked] = useState("");
  const rest = { reads: [everyMemberKey], onClose: () => setAsked("") };
  const questions: Record<string, ReactNode> = {
    "Send password link": (
      <AskToAct
        title="Send a password link?"
        text={`We'll email ${email} a link to set a password. It works once and expires in 1 hour.`}
        action="Send password link"
        isDangerous={false}
        act={(requestId) => call["password-mail"].$post({ param: { id }, json: { requestId } })}
        {...rest}
      />
    ),
    "Change email": <ChangeEmail file={file} {...rest} />,
    "Log out everywhere": <LogOutEverywhere file={file} {...rest} />,
  };
  const items = Object.keys(questions)
    .filter((label) => label !== "Log out everywhere" || file.sessions.length + file.feeds.length > 0)
    .map((label) => ({ label, onSelect: () => setAsked(label) }));
  return (
    <>
      <Menu label="More actions" icon={Ellipsis} items={items} />
      {questions[asked]}
    </>
  );
}

export function MemberDevices({ sessions }: Pick<MemberFile, "sessions">) {
  if (sessions.length === 0) return <p className="text-muted text-sm">Not logged in anywhere.</p>;
  return (
    <Disclosure title={`Logged in on ${formatCount(sessions.length, "device")}`}>
      {sessions.map((session) => (
        <li key={session.id} className="grid gap-0.5">
          <span className="wrap-anywhere">{session.userAgent ?? "Unknown browser"}</span>
          <span className="text-muted">
            Since {formatDate(session.createdAt)}, last used {formatDate(session.lastUsedAt)}
          </span>
        </li>
      ))}
    </Disclosure>
  );
}

type QuestionProps = { file: MemberFile; reads: string[][]; onClose: () => void };

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
