import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Gift } from "lucide-react";
import { useState } from "react";
import type { GiftRow } from "#domain/contract/gifts.ts";
import { adminApi } from "../../../lib/admin-session.ts";
import { read } from "../../../lib/api.ts";
import { errorDetail } from "../../../lib/api-error.ts";
import { formatCentralDate } from "../../../lib/central-date.ts";
import { Badge, type BadgeTone } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { Card, CardHeading } from "../../../ui/card.tsx";
import { TextField } from "../../../ui/field.tsx";
import { StatePanel } from "../../../ui/state-panel.tsx";
import { useToast } from "../../../ui/use-toast.ts";
import { AskFirst } from "../members/ask-first.tsx";
import { formatAmount, PLAN_NAMES } from "../members/member-words.ts";

const KEY = "/api/admin/gifts";

const STATES: Record<GiftRow["state"], { label: string; tone: BadgeTone }> = {
  waiting: { label: "To deliver", tone: "blue" },
  delivered: { label: "Delivered", tone: "yellow" },
  redeemed: { label: "Redeemed", tone: "green" },
  expired: { label: "Expired", tone: "grey" },
  refunded: { label: "Refunded", tone: "orange" },
};

/** Gifts, the newest first or those of an address, with the refund of what was not redeemed. */
export function GiftsCard() {
  const [address, setAddress] = useState("");
  const [asked, setAsked] = useState("");
  const [refunding, setRefunding] = useState<{ gift: GiftRow; requestId: string } | null>(null);
  const gifts = useQuery({
    queryKey: [KEY, asked],
    queryFn: () => read(adminApi.admin.gifts.$get({ query: asked === "" ? {} : { address: asked } })),
  });
  return (
    <Card aria-labelledby="gifts">
      <CardHeading id="gifts" hint="A refund takes back what was not redeemed.">
        Gifts
      </CardHeading>
      <form
        className="mb-5 flex flex-wrap items-end gap-3 *:first:grow"
        onSubmit={(event) => {
          event.preventDefault();
          setAsked(address.trim());
        }}
      >
        <TextField
          label="Giver's or recipient's address"
          type="search"
          value={address}
          onChange={({ target }) => setAddress(target.value)}
        />
        <Button type="submit" variant="secondary">
          Find
        </Button>
      </form>
      {gifts.data && gifts.data.length > 0 ? (
        <ul className="grid gap-3 lg:grid-cols-2">
          {gifts.data.map((gift) => (
            <GiftItem
              key={gift.id}
              gift={gift}
              onRefund={() => setRefunding({ gift, requestId: crypto.randomUUID() })}
            />
          ))}
        </ul>
      ) : gifts.data ? (
        <StatePanel kind="empty" icon={Gift} title={asked === "" ? "No gifts yet" : "No gift of this address"} />
      ) : gifts.isPending ? (
        <StatePanel kind="loading" title="Loading gifts..." />
      ) : (
        <StatePanel kind="error" title="Failed to fetch the gifts" detail={errorDetail(gifts.error)} retry={gifts} />
      )}
      {refunding && <RefundGift {...refunding} onClose={() => setRefunding(null)} />}
    </Card>
  );
}

function GiftItem({ gift, onRefund }: { gift: GiftRow; onRefund: () => void }) {
  const { label, tone } = STATES[gift.state];
  return (
    <li className="grid gap-2 rounded-xl border border-line bg-night p-4">
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-2">
        <p className="font-bold semi-wide">
          {PLAN_NAMES[gift.plan]}, {formatAmount(gift.priceCents, gift.currency)}
        </p>
        <span className="flex flex-wrap gap-2">
          {gift.isWaiting && <Badge tone="blue">Waits behind a subscription</Badge>}
          <Badge tone={tone}>{label}</Badge>
        </span>
      </div>
      <p className="wrap-anywhere text-sm">
        <span className="text-muted">From</span> {gift.giverName}, {gift.giverEmail}
      </p>
      <p className="wrap-anywhere text-sm">
        <span className="text-muted">For</span> {gift.recipientName}, {gift.recipientEmail}
      </p>
      <p className="text-muted text-sm">
        {gift.paidAt ? `Paid ${formatCentralDate(gift.paidAt)}` : "Not paid"} · arrives{" "}
        {formatCentralDate(gift.deliverAt)}
        {gift.redeemedAt && ` · redeemed ${formatCentralDate(gift.redeemedAt)}`}
      </p>
      {gift.canRefund && (
        <Button variant="danger" size="sm" className="min-h-11 justify-self-start" onClick={onRefund}>
          Refund {formatAmount(gift.priceCents, gift.currency)}
        </Button>
      )}
    </li>
  );
}

type RefundGiftProps = { gift: GiftRow; requestId: string; onClose: () => void };

function RefundGift({ gift, requestId, onClose }: RefundGiftProps) {
  const [reason, setReason] = useState("");
  const queryClient = useQueryClient();
  const toast = useToast();
  const refund = useMutation({
    mutationFn: () =>
      read(adminApi.admin.gifts[":id"].refund.$post({ param: { id: gift.id }, json: { requestId, reason } })),
    onSuccess: ({ message }) => {
      toast({ tone: "success", title: message ?? "Refunded" });
      onClose();
    },
    onError: (error) => toast({ tone: "error", title: "This was not done", description: errorDetail(error) }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: [KEY] }),
  });
  const amount = formatAmount(gift.priceCents, gift.currency);
  return (
    <AskFirst
      title={`Refund ${amount}?`}
      text={`${gift.giverName} gets the money back, and ${gift.recipientName} can no longer redeem the gift.`}
      action={`Refund ${amount}`}
      isBusy={refund.isPending}
      isDisabled={reason.trim() === ""}
      onConfirm={() => refund.mutate()}
      onClose={onClose}
    >
      <TextField
        label="Reason"
        hint="Kept with the refund and in the audit."
        maxLength={255}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
    </AskFirst>
  );
}
