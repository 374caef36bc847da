import { useInfiniteQuery } from "@tanstack/react-query";
import type { OtherMail } from "#domain/contract/members.ts";
import { formatDateTime } from "#domain/formats.ts";
import { Badge, type BadgeTone } from "../../ui/badge.tsx";
import { QueryPanel } from "../../ui/query-panel.tsx";
import { ShortList } from "../parts/short-list.tsx";
import { ShowMore } from "../parts/show-more.tsx";
import { SmallButton } from "../parts/small-button.tsx";
import { MAIL_STATES, mailName, mailReason } from "./member-words.ts";
import { memberMailsQuery } from "./members.query.ts";

type OtherMailsProps = { id: string; email: string; onSendAgain: (mail: OtherMail) => void };

export function OtherMails({ id, email, onSendAgain }: OtherMailsProps) {
  const list = useInfiniteQuery(memberMailsQuery(id));
  return (
    <section aria-labelledby="other-mails" className="grid gap-2">
      <h3 id="other-mails" className="text-base">
        Other mails
      </h3>
      <QueryPanel query={list} loading="Loading the mails..." failed="Failed to fetch the mails">
        {({ pages }) => (
          <ShortList none={<p className="text-muted text-sm">None yet.</p>}>
            {pages
              .flatMap(({ mails }) => mails)
              .map((one) => (
                <MailRow
                  key={one.id}
                  title={mailName(one.kind)}
                  state={MAIL_STATES[one.state]}
                  facts={[
                    formatDateTime(one.createdAt),
                    one.toAddress !== email && `to ${one.toAddress}`,
                    one.state !== "sent" && one.lastError && mailReason(one.lastError),
                  ]}
                  action={one.canResend ? { label: "Send again", ask: () => onSendAgain(one) } : null}
                />
              ))}
          </ShortList>
        )}
      </QueryPanel>
      <ShowMore list={list} label="Show earlier mails" />
    </section>
  );
}

type MailRowProps = {
  title: string;
  state: { label: string; tone: BadgeTone };
  facts: (string | false | null)[];
  action: { label: string; ask: () => void } | null;
};

export function MailRow({ title, state, facts, action }: MailRowProps) {
  return (
    <li className="grid gap-1.5 rounded-xl border border-line bg-night p-3.5">
      <div className="flex items-start justify-between gap-3">
        <p className="wrap-anywhere min-w-0 font-semibold text-sm">{title}</p>
        <Badge tone={state.tone}>{state.label}</Badge>
      </div>
      <p className="wrap-anywhere text-muted text-sm">{facts.filter(Boolean).join(" · ")}</p>
      {action && (
        <SmallButton className="mt-1 justify-self-start" onClick={action.ask}>
          {action.label}
        </SmallButton>
      )}
    </li>
  );
}
