import { useInfiniteQuery } from "@tanstack/react-query";
import type { OtherMail } from "#domain/contract/members.ts";
import { Loaded } from "../parts/loaded.tsx";
import { ShortList } from "../parts/short-list.tsx";
import { ShowMore } from "../parts/show-more.tsx";
import { MailRow } from "./mail-row.tsx";
import { formatMoment, MAIL_STATES, mailName, mailReason } from "./member-words.ts";
import { memberMailsQuery } from "./members.query.ts";

type OtherMailsProps = { id: string; email: string; onSendAgain: (mail: OtherMail) => void };

/** The mails beside the wake-up, as far back as they are kept. */
export function OtherMails({ id, email, onSendAgain }: OtherMailsProps) {
  const list = useInfiniteQuery(memberMailsQuery(id));
  return (
    <section aria-labelledby="other-mails" className="grid gap-2">
      <h3 id="other-mails" className="text-base">
        Other mails
      </h3>
      <Loaded query={list} loading="Loading the mails..." failed="Failed to fetch the mails">
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
                    formatMoment(one.createdAt),
                    one.toAddress !== email && `to ${one.toAddress}`,
                    one.state !== "sent" && one.lastError && mailReason(one.lastError),
                  ]}
                  action={one.canResend ? { label: "Send again", ask: () => onSendAgain(one) } : null}
                />
              ))}
          </ShortList>
        )}
      </Loaded>
      <ShowMore list={list} label="Show earlier mails" />
    </section>
  );
}
