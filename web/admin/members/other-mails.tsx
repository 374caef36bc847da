import { useInfiniteQuery } from "@tanstack/react-query";
import { formatDateTime } from "#domain/formats.ts";
import { adminApi } from "../../lib/admin-session.ts";
import { Badge, type BadgeTone } from "../../ui/badge.tsx";
import { QueryPanel } from "../../ui/query-panel.tsx";
import { ShowMore } from "../../ui/show-more.tsx";
import { AskButton } from "../parts/ask-first.tsx";
import { ShortList } from "../parts/short-list.tsx";
import { MAIL_STATES, mailName, mailReason } from "./member-words.ts";
import { everyMemberKey, memberMailsQuery } from "./members.query.ts";

export function OtherMails({ id, email }: { id: string; email: string }) {
  const list = useInfiniteQuery(memberMailsQuery(id));
  return (
    <section aria-labelledby="other-mails" className="grid gap-2">
      <h3 id="other-mails" className="text-base">
        Other emails
      </h3>
      <QueryPanel query={list} loading="Loading emails..." failed="Couldn't load emails">
        {({ pages }) => (
          <ShortList none={<p className="text-muted text-sm">No other emails yet.</p>}>
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
                  again={
                    one.canResend && {
                      memberId: id,
                      mail: { mailId: one.id },
                      text: `${one.state === "sent" && one.settledAt ? `Sent on ${formatDateTime(one.settledAt)}. ` : ""}We'll send "${mailName(one.kind)}" to ${email}, with a new link if it has one.`,
                    }
                  }
                />
              ))}
          </ShortList>
        )}
      </QueryPanel>
      <ShowMore list={list} label="Show older" />
    </section>
  );
}

type Again = { memberId: string; mail: { date: string } | { mailId: string }; text: string };

type MailRowProps = {
  title: string;
  state: { label: string; tone: BadgeTone };
  facts: (string | false | null)[];
  again: Again | false;
};

export function MailRow({ title, state, facts, again }: MailRowProps) {
  return (
    <li className="grid gap-1.5 rounded-xl border border-line bg-night p-3.5">
      <div className="flex items-start justify-between gap-3">
        <p className="wrap-anywhere min-w-0 font-semibold text-sm">{title}</p>
        <Badge tone={state.tone}>{state.label}</Badge>
      </div>
      <p className="wrap-anywhere text-muted text-sm">{facts.filter(Boolean).join(" · ")}</p>
      {again && <Resend name={title} {...again} />}
    </li>
  );
}

function Resend({ name, memberId: id, mail, text }: Again & { name: string }) {
  const looks = { size: "sm", className: "mt-1 justify-self-start" } as const;
  return (
    <AskButton
      button={{ ...looks, "aria-label": `Resend: ${name}`, children: "Resend" }}
      title="Resend this email?"
      text={text}
      action="Resend"
      isDangerous={false}
      act={(requestId) => adminApi.admin.members[":id"].resend.$post({ param: { id }, json: { requestId, ...mail } })}
      reads={[everyMemberKey]}
    />
  );
}
