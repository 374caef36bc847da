import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { adminApi } from "../../lib/admin-session.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { QueryPanel } from "../../ui/query-panel.tsx";
import { StateBadge, type StateLook } from "../../ui/state-badge.tsx";
import { AskButton } from "../parts/ask-first.tsx";
import { LINK } from "../parts/controls.tsx";
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

export const ROW = "grid gap-1.5 rounded-xl border border-line bg-night p-3.5";

export function MailRow({ memberId, title, state, facts, mail, again }: MailRowProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <li className={ROW}>
      <div className="flex items-start justify-between gap-3">
        <p className="wrap-anywhere min-w-0 font-semibold text-sm">{title}</p>
        <StateBadge look={state} />
      </div>
      <p className="wrap-anywhere text-muted text-sm">{facts.filter(Boolean).join(" · ")}</p>
      {mail && (
        <div className="flex flex-wrap gap-x-5">
          <Button {...LINK} aria-label={`Open: ${title}`} onClick={() => setIsOpen(true)}>
            Open
          </Button>
          {again && <Resend name={title} memberId={memberId} mail={mail} text={again} />}
        </div>
      )}
      {mail && isOpen && <OpenedMail memberId={memberId} mail={mail} onClose={() => setIsOpen(false)} />}
    </li>
  );
}

type About = { memberId: string; mail: MailRef };

function Resend({ name, memberId: id, mail, text }: About & { name: string; text: string }) {
  return (
    <AskButton
      button={{ ...LINK, "aria-label": `Resend: ${name}`, children: "Resend" }}
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
