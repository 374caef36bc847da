import { useInfiniteQuery } from "@tanstack/react-query";
import type { InboundQuery } from "#domain/contract/mail-responses.ts";
import { adminApi } from "../../lib/admin-session.ts";
import { read } from "../../lib/api.ts";
import { Loaded } from "../parts/loaded.tsx";
import { ShortList } from "../parts/short-list.tsx";
import { ShowMore } from "../parts/show-more.tsx";
import { TitledCard } from "../parts/titled-card.tsx";
import { InboundRow } from "./inbound-row.tsx";

/** What came in by mail and belongs on no member's page, or has to be answered within a day. */
export function InboundCard() {
  return (
    <TitledCard
      id="inbound"
      title="Mail that came in"
      hint="A member's mails stand on their page, too. Who a mail says it is from is not proven: answer to the address we know."
    >
      <div className="grid gap-6">
        <InboundList list="refunds" title="Refund requests to answer" none="None waits for an answer." />
        <InboundList list="strangers" title="From addresses without an account" none="None yet." />
      </div>
    </TitledCard>
  );
}

function InboundList({ list, title, none }: { list: InboundQuery["list"]; title: string; none: string }) {
  const pages = useInfiniteQuery({
    queryKey: ["/api/admin/inbound", list],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor }) => read(adminApi.admin.inbound.$get({ query: { list, cursor } })),
    getNextPageParam: ({ next }) => next,
  });
  return (
    <section aria-label={title} className="grid gap-2">
      <h3 className="text-base">{title}</h3>
      <Loaded query={pages} loading="Loading the mails..." failed="Failed to fetch the mails">
        {(known) => (
          <ShortList none={<p className="text-muted text-sm">{none}</p>}>
            {known.pages
              .flatMap(({ mails }) => mails)
              .map((mail) => (
                <InboundRow key={mail.id} mail={mail} isNamed />
              ))}
          </ShortList>
        )}
      </Loaded>
      <ShowMore list={pages} />
    </section>
  );
}
