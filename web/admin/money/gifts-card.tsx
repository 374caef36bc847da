import { useQuery } from "@tanstack/react-query";
import { Gift } from "lucide-react";
import { useState } from "react";
import type { GiftListRequest, GiftRow } from "#domain/contract/money/gifts.ts";
import { formatDate, formatMoney } from "#domain/formats.ts";
import { PLAN_NAMES } from "#domain/words.ts";
import { GIFT_STATES } from "../../features/money/money-states.ts";
import { adminApi } from "../../lib/admin-session.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { TextField } from "../../ui/field.tsx";
import { QueryPanel } from "../../ui/query-panel.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import { StateBadge } from "../../ui/state-badge.tsx";
import { StatePanel } from "../../ui/state-panel.tsx";
import { adminQuery } from "../parts/admin-query.ts";
import { AskButton } from "../parts/ask-first.tsx";
import { bind, ROW, submits } from "../parts/controls.tsx";
import { useFirstRows } from "../parts/first-rows.tsx";
import { REFUND_REASON } from "./refund-payment.tsx";

const FILTERS = [
  { value: "", label: "All" },
  { value: "open", label: "Not opened" },
  { value: "redeemed", label: "Already opened" },
  { value: "expired", label: "Expired" },
  { value: "refunded", label: "Refunded" },
] as const;

export function GiftsCard() {
  const [address, setAddress] = useState("");
  const [asked, setAsked] = useState("");
  const [state, setState] = useState("");
  const gifts = useQuery(giftsQuery(asked, FILTERS.find(({ value }) => value === state)?.value || undefined));
  const isFiltered = asked !== "" || state !== "";
  return (
    <Card
      id="gifts"
      title="Gifts"
      hint="You can refund gifts that haven't been opened. Search finds any part of a name, and complete email addresses."
    >
      <form {...submits(() => setAsked(address.trim()))} className="mb-5 flex flex-wrap items-end gap-3 *:first:grow">
        <TextField label="Giver's or recipient's name or email" type="search" {...bind(address, setAddress)} />
        <SelectField label="Gift status" options={FILTERS} {...bind(state, setState)} />
        <Button type="submit" variant="secondary">
          Search
        </Button>
      </form>
      <QueryPanel query={gifts} loading="Loading gifts..." failed="Couldn't load gifts">
        {(known) =>
          known.length > 0 ? (
            <GiftList gifts={known} />
          ) : (
            <StatePanel kind="empty" icon={Gift} title={isFiltered ? "No gifts match." : "No gifts yet."} />
          )
        }
      </QueryPanel>
    </Card>
  );
}

const GIFTS = "/api/admin/gifts";

/** Gifts, newest first. With an address: those it gave, those sent to it, and those its account has opened. */
export function giftsQuery(address: string, state?: GiftListRequest["state"]) {
  const query = { address: address || undefined, state };
  return adminQuery([GIFTS, address, state], () => adminApi.admin.gifts.$get({ query }));
}

const SHOWN_AT_ONCE = 10;

function GiftList({ gifts }: { gifts: GiftRow[] }) {
  const { first, more } = useFirstRows(gifts, SHOWN_AT_ONCE);
  return (
    <>
      <ul aria-label="Gifts" className="grid">
        {first.map((gift) => (
          <GiftItem key={gift.id} gift={gift} />
        ))}
      </ul>
      {more}
    </>
  );
}

export function GiftItem({ gift }: { gift: GiftRow }) {
  const amount = formatMoney(gift.priceCents, gift.currency);
  return (
    <li className={ROW}>
      <p className="wrap-anywhere min-w-0 flex-1 basis-56 py-1.5">
        <span className="font-semibold tabular-nums">{amount}</span> {PLAN_NAMES[gift.plan]} gift
        {` from ${gift.giverName}, ${gift.giverEmail}, for ${gift.recipientName}, ${gift.recipientEmail} `}
        <span className="text-muted">
          {gift.paidAt ? `Paid ${formatDate(gift.paidAt)}` : "Not paid"} · delivery {formatDate(gift.deliverAt)}
          {gift.redeemedAt && ` · opened ${formatDate(gift.redeemedAt)}`}
        </span>
      </p>
      {gift.canRefund && (
        <AskButton
          button={{ variant: "danger", size: "sm", children: `Refund ${amount}` }}
          title={`Refund ${amount}?`}
          text={`${gift.giverName} gets the money back, and ${gift.recipientName} won't be able to open the gift.`}
          action={`Refund ${amount}`}
          reason={REFUND_REASON}
          act={(requestId, reason) =>
            adminApi.admin.gifts[":id"].refund.$post({ param: { id: gift.id }, json: { requestId, reason } })
          }
          reads={[[GIFTS]]}
          failed="Refund failed"
          notify={({ message }) => ({ tone: "success", title: message ?? "Refunded" })}
        />
      )}
      {gift.isWaiting && <Badge tone="blue">Starts after their subscription</Badge>}
      <StateBadge look={GIFT_STATES[gift.state]} />
    </li>
  );
}
