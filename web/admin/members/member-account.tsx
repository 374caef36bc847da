import { AtSign, ChevronDown, KeyRound, LogOut } from "lucide-react";
import { useState } from "react";
import type { MemberFile } from "#domain/contract/members.ts";
import { formatCount, formatDate } from "#domain/formats.ts";
import { emailProblem } from "#domain/rules/credentials.ts";
import { adminApi } from "../../lib/admin-session.ts";
import { Alert } from "../../ui/alert.tsx";
import { AskButton } from "../parts/ask-first.tsx";
import { bind } from "../parts/bind.ts";
import { Disclosure } from "../parts/disclosure.tsx";
import { EmailField } from "../parts/email-field.tsx";
import { useStoredText } from "../parts/stored.atoms.ts";
import { everyMemberKey } from "./members.query.ts";

const call = adminApi.admin.members[":id"];

/** Rare actions. */
export function MemberAccount({ file }: { file: MemberFile }) {
  const { id, email } = file.profile;
  const { sessions } = file;
  return (
    <details className="rounded-card border border-line bg-panel px-5">
      <summary className="flex min-h-12 cursor-pointer items-center justify-between font-semibold text-sm">
        More actions
        <ChevronDown aria-hidden="true" className="size-4" />
      </summary>
      <div className="grid gap-5 pb-5">
        <Sessions sessions={sessions} />
        <div className="grid gap-3">
          <AskButton
            button={{ icon: KeyRound, children: "Send password link" }}
            title="Send a password link?"
            text={`We'll email ${email} a link to set a password. It works once and expires in 1 hour.`}
            action="Send password link"
            isDangerous={false}
            act={(requestId) => call["password-mail"].$post({ param: { id }, json: { requestId } })}
            reads={[everyMemberKey]}
          />
          <NewAddress file={file} />
          <AskButton
            button={{ icon: LogOut, disabled: sessions.length === 0, children: "Log out everywhere" }}
            title="Log out everywhere?"
            text={`${email} will need to log in again on every device. What's playing now may keep playing for a while.`}
            action="Log out everywhere"
            act={() => call["sign-out"].$post({ param: { id } })}
            reads={[everyMemberKey]}
          />
        </div>
      </div>
    </details>
  );
}

function Sessions({ sessions }: Pick<MemberFile, "sessions">) {
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

function NewAddress({ file: { profile, mail } }: { file: MemberFile }) {
  const { id } = profile;
  const [typed, setTyped] = useStoredText(`address/${id}`);
  const [isSubmitted, setIsSubmitted] = useState(false);
  const email = typed.trim();
  const problem = emailProblem(typed);
  return (
    <AskButton
      button={{ icon: AtSign, onClick: () => setIsSubmitted(false), children: "Change email" }}
      title="Change email"
      text="We'll email the new address a link that's valid for 24 hours. Once they confirm, we'll change the email, notify the old address, and log out every device."
      action="Send link"
      isDangerous={false}
      check={() => {
        setIsSubmitted(true);
        return problem === null;
      }}
      act={(requestId) => call.address.$post({ param: { id }, json: { requestId, email } })}
      reads={[everyMemberKey]}
      onDone={() => setTyped("")}
    >
      {mail.suppression && (
        <Alert tone="info">Emails to {profile.email} are suppressed. The new address starts fresh.</Alert>
      )}
      <EmailField
        label="New email"
        {...bind(typed, setTyped)}
        error={isSubmitted ? (problem ?? undefined) : undefined}
      />
    </AskButton>
  );
}
