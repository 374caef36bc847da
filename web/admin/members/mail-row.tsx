import { useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { RotateCw } from "lucide-react";
import { useState } from "react";
import { adminApi } from "../../lib/admin-session.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { QueryPanel } from "../../ui/query-panel.tsx";
import { StateBadge, type StateLook } from "../../ui/state-badge.tsx";
import { AskButton } from "../parts/ask-first.tsx";
import { LINK, ROW } from "../parts/controls.tsx";
import { MailFrame } from "../parts/mail-frame.tsx";
import { everyMemberKey } from "../parts/query-keys.ts";
import { type MailRef, openedMailQuery } from "./members.query.ts";

type MailRowProps = {
  memberId: string;
  title: string;
  state: StateLook;
  facts: (string | false | null)[];
  /** The email itself, if it's still stored. */
  mail: MailRef | false;
  /** What resending it does, if that's possible. */
  again: string | false;
};

export function MailRow({ memberId, title, state, facts, mail, again }: MailRowProps) {
  const [isOpen, setIsOpen] = useState(false);
  const known = facts.filter(Boolean);
  const about = known.join(" · ");
  return (
    <li className={`${ROW} mail-row`}>
      {/* What went wrong, or to where, is never cut off. */}
      <p
        title={`${title} ${about}`}
        className={clsx("wrap-anywhere min-w-0 flex-1 py-0.5", known.length < 2 && "mail-cut truncate")}
      >
        {mail ? (
          <button
            type="button"
            aria-label={`Open: ${title}`}
            className="mail-title text-left font-semibold underline underline-offset-4 hover:text-bolt"
            onClick={() => setIsOpen(true)}
          >
            {title}
          </button>
        ) : (
          <span className="font-semibold">{title}</span>
        )}{" "}
        <span className="text-muted">{about}</span>
      </p>
      {mail && again && <Resend name={title} memberId={memberId} mail={mail} text={again} />}
      <StateBadge look={state} />
      {mail && isOpen && <OpenedMail memberId={memberId} mail={mail} onClose={() => setIsOpen(false)} />}
    </li>
  );
}

type About = { memberId: string; mail: MailRef };

function Resend({ name, memberId: id, mail, text }: About & { name: string; text: string }) {
  return (
    <AskButton
      button={{
        ...LINK,
        icon: RotateCw,
        "aria-label": `Resend: ${name}`,
        className: `${LINK.className} mail-resend`,
        children: <span>Resend</span>,
      }}
      title="Resend this email?"
      text={text}
      action="Resend"
      isDangerous={false}
      act={(requestId) => adminApi.admin.members[":id"].resend.$post({ param: { id }, json: { requestId, ...mail } })}
      reads={[everyMemberKey]}
    />
  );
}

function OpenedMail({ memberId, mail, onClose }: About & { onClose: () => void }) {
  const opened = useQuery(openedMailQuery(memberId, mail));
  const source = opened.data?.isFrozen ? "From the copy we kept." : "Rendered with today's template.";
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      isWide
      title={opened.data?.subject ?? "Email"}
      description={opened.data && `${source} Its links don't work here.`}
    >
      <QueryPanel query={opened} loading="Loading email..." failed="Couldn't open this email">
        {({ html, subject }) => <MailFrame html={html} title={subject} />}
      </QueryPanel>
    </Dialog>
  );
}
