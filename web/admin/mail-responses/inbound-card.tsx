import { useInfiniteQuery } from "@tanstack/react-query";
import type { InboundQuery } from "#domain/contract/mail-responses.ts";
import { adminApi } from "../../lib/admin-session.ts";
import { Card } from "../../ui/card.tsx";
import { QueryPanel } from "../../ui/query-panel.tsx";
import { ShowMore } from "../../ui/show-more.tsx";
import { adminPages } from "../parts/admin-query.ts";
import { PressButtons } from "../parts/controls.tsx";
import { ListSearch, useListParams } from "../parts/list-search.tsx";
import { InboundRow } from "./inbound-row.tsx";

const VIEWS = [
  { value: "open", label: "To answer" },
  { value: "answered", label: "Answered" },
  { value: "every", label: "All" },
] as const;

const NONE: Record<InboundQuery["list"], string> = {
  open: "All caught up.",
  answered: "None yet.",
  every: "No emails yet.",
};

export function InboundCard() {
  const { params, set } = useListParams();
  const list = VIEWS.find(({ value }) => value === params.get("view"))?.value ?? "open";
  const q = params.get("q") ?? "";
  const call = (cursor?: string) => adminApi.admin.inbound.$get({ query: { list, cursor, q: q || undefined } });
  const pages = useInfiniteQuery(adminPages(["/api/admin/inbound", list, q], call, ({ next }) => next));
  return (
    <Card
      id="inbound"
      title="Inbox"
      hint="Members' emails are on their own pages, too. Sender addresses can be forged. Before you refund or change anything, check it on the member's page."
    >
      <div className="grid gap-4">
        <ListSearch label="Search by sender or subject" text={q} onSearch={(text) => set("q", text)}>
          <PressButtons label="Show" options={VIEWS} value={list} onChange={(next) => set("view", next)} />
        </ListSearch>
        <QueryPanel query={pages} loading="Loading emails..." failed="Couldn't load emails">
          {({ pages: [first, ...rest] }) =>
            first?.mails.length ? (
              <ul className="grid gap-2">
                {[first, ...rest].flatMap(({ mails }) => mails.map((mail) => <InboundRow key={mail.id} mail={mail} />))}
              </ul>
            ) : (
              <p className="text-muted text-sm">{q ? "No emails match your search." : NONE[list]}</p>
            )
          }
        </QueryPanel>
        <ShowMore list={pages} />
      </div>
    </Card>
  );
}
