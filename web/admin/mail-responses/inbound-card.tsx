import { useInfiniteQuery } from "@tanstack/react-query";
import type { InboundQuery } from "#domain/contract/mail-responses.ts";
import { adminApi } from "../../lib/admin-session.ts";
import { read } from "../../lib/api.ts";
import { errorDetail } from "../../lib/api-error.ts";
import { Card, CardHeading } from "../../ui/card.tsx";
import { StatePanel } from "../../ui/state-panel.tsx";
import { ShowMore } from "../parts/show-more.tsx";
import { InboundRow } from "./inbound-row.tsx";

/** What came in by mail and belongs on no member's page, or has to be answered within a day. */
export function InboundCard() {
  return (
    <Card aria-labelledby="inbound">
      <CardHeading
        id="inbound"
        hint="A member's mails stand on their page, too. Who a mail says it is from is not proven: answer to the address we know."
      >
        Mail that came in
      </CardHeading>
      <div className="grid gap-6">
        <InboundList list="refunds" title="Refund requests to answer" none="None waits for an answer." />
        <InboundList list="strangers" title="From addresses without an account" none="None yet." />
      </div>
    </Card>
  );
}

type InboundListProps = { list: InboundQuery["list"]; title: string; none: string };

function InboundList({ list, title, none }: InboundListProps) {
  const pages = useInfiniteQuery({
    queryKey: ["/api/admin/inbound", list],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam }) =>
      read(adminApi.admin.inbound.$get({ query: { list, ...(pageParam === null ? {} : { cursor: pageParam }) } })),
    getNextPageParam: ({ next }) => next,
  });
  const mails = pages.data?.pages.flatMap((page) => page.mails);
  return (
    <section aria-label={title} className="grid gap-2">
      <h3 className="text-base">{title}</h3>
      {mails === undefined ? (
        pages.isPending ? (
          <StatePanel kind="loading" title="Loading the mails..." />
        ) : (
          <StatePanel kind="error" title="Failed to fetch the mails" detail={errorDetail(pages.error)} retry={pages} />
        )
      ) : mails.length === 0 ? (
        <p className="text-muted text-sm">{none}</p>
      ) : (
        <ul className="grid gap-2">
          {mails.map((mail) => (
            <InboundRow key={mail.id} mail={mail} isNamed />
          ))}
        </ul>
      )}
      <ShowMore list={pages} />
    </section>
  );
}
