import { useInfiniteQuery, useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import type { InboundMail, InboundQuery } from "#domain/contract/mail-responses.ts";
import { formatDateTime } from "#domain/formats.ts";
import { APP_PAGES } from "#domain/paths.ts";
import { adminApi } from "../../lib/admin-session.ts";
import { ApiError, errorDetail } from "../../lib/api-error.ts";
import { saveFile } from "../../lib/save-file.ts";
import { Badge } from "../../ui/badge.tsx";
import { buttonClass } from "../../ui/button.tsx";
import { QueryPanel } from "../../ui/query-panel.tsx";
import { ShowMore } from "../../ui/show-more.tsx";
import { useToast } from "../../ui/use-toast.ts";
import { overviewQuery } from "../health/overview.query.ts";
import { everyMemberKey } from "../members/members.query.ts";
import { adminPages } from "../parts/admin-query.ts";
import { ShortList } from "../parts/short-list.tsx";
import { SmallButton } from "../parts/small-button.tsx";
import { TitledCard } from "../parts/titled-card.tsx";
import { useAction } from "../parts/use-action.ts";
import { answerByText, handlingText } from "./inbound-words.ts";

export function InboundCard() {
  return (
    <TitledCard
      id="inbound"
      title="Inbox"
      hint="Members' emails are on their own pages, too. Sender addresses can be forged, so reply to the address in a member's account."
    >
      <div className="grid gap-6">
        <InboundList list="refunds" title="Refund requests to answer" none="All caught up." />
        <InboundList list="strangers" title="From people without an account" none="No emails yet." />
      </div>
    </TitledCard>
  );
}

function InboundList({ list, title, none }: { list: InboundQuery["list"]; title: string; none: string }) {
  const call = (cursor?: string) => adminApi.admin.inbound.$get({ query: { list, cursor } });
  const pages = useInfiniteQuery(adminPages(["/api/admin/inbound", list], call, ({ next }) => next));
  return (
    <section aria-label={title} className="grid gap-2">
      <h3 className="text-base">{title}</h3>
      <QueryPanel query={pages} loading="Loading emails..." failed="Couldn't load emails">
        {(known) => (
          <ShortList none={<p className="text-muted text-sm">{none}</p>}>
            {known.pages
              .flatMap(({ mails }) => mails)
              .map((mail) => (
                <InboundRow key={mail.id} mail={mail} isNamed />
              ))}
          </ShortList>
        )}
      </QueryPanel>
      <ShowMore list={pages} />
    </section>
  );
}

const inbound = adminApi.admin.inbound[":id"];

async function download({ id }: InboundMail): Promise<void> {
  const response: Response = await inbound.file.$get({ param: { id } });
  if (!response.ok) throw await ApiError.from(response);
  saveFile(await response.blob(), "mail.eml");
}

/** A member's own page hides the sender, because every email there is theirs. */
export function InboundRow({ mail, isNamed }: { mail: InboundMail; isNamed: boolean }) {
  // The row stays on screen either way, so a slip can be undone.
  const [isAnswered, setIsAnswered] = useState(mail.answeredAt !== null);
  const mark = useAction({
    act: (isAnswered: boolean) => inbound.answered.$post({ param: { id: mail.id }, json: { isAnswered } }),
    reads: [everyMemberKey, overviewQuery.queryKey],
    tell: () => null,
    onDone: setIsAnswered,
  });
  const toast = useToast();
  const open = useMutation({
    mutationFn: () => download(mail),
    onError: (error) => toast({ title: "Couldn't download the email", description: errorDetail(error), tone: "error" }),
  });
  const subject = mail.subject || "No subject";
  const who = mail.fromName ? `${mail.fromName} <${mail.fromAddress}>` : mail.fromAddress || "Unknown sender";
  return (
    <li className="grid gap-1.5 rounded-xl border border-line bg-night p-3.5">
      <div className="flex items-start justify-between gap-3">
        <p className="wrap-anywhere min-w-0 font-semibold text-sm">{subject}</p>
        {mail.asksRefund && (
          <Badge tone={isAnswered ? "green" : "orange"}>{isAnswered ? "Answered" : "Refund request"}</Badge>
        )}
      </div>
      {isNamed && <p className="wrap-anywhere text-sm">{who}</p>}
      {mail.preview && <p className="wrap-anywhere text-sm text-soft">{mail.preview}</p>}
      <p className="text-muted text-sm">
        {formatDateTime(mail.receivedAt)} · {handlingText(mail)}
      </p>
      {mail.asksRefund && !isAnswered && <p className="text-sm text-warn">{answerByText(mail.answerBy, Date.now())}</p>}
      <div className="flex flex-wrap gap-x-5">
        {mail.asksRefund && (
          <SmallButton
            variant="ghost"
            className="!px-0"
            isBusy={mark.isPending}
            aria-label={`${isAnswered ? "Reopen" : "Mark as answered"}: ${subject}`}
            onClick={() => mark.mutate(!isAnswered)}
          >
            {isAnswered ? "Reopen" : "Mark as answered"}
          </SmallButton>
        )}
        {mail.hasFile && (
          <SmallButton
            variant="ghost"
            className="!px-0"
            isBusy={open.isPending}
            aria-label={`Download: ${subject}`}
            onClick={() => open.mutate()}
          >
            Download
          </SmallButton>
        )}
        {isNamed && mail.memberId && (
          <Link
            to={`${APP_PAGES.admin}?${new URLSearchParams({ tab: "members", member: mail.memberId })}`}
            className={buttonClass("ghost", "sm", "!px-0")}
          >
            View member
          </Link>
        )}
      </div>
    </li>
  );
}
