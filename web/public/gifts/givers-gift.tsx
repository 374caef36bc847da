import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { MailQuestion } from "lucide-react";
import { useState } from "react";
import { emailProblem } from "#domain/rules/credentials.ts";
import { RIGHT_AWAY } from "#domain/rules/gift-delivery.ts";
import { PLANS } from "#domain/rules/plans.ts";
import { GIFT_STATES } from "../../features/money/money-states.ts";
import { api, read } from "../../lib/api.ts";
import { isRefusal } from "../../lib/api-error.ts";
import { formErrorText } from "../../lib/failure-text.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { DetailList } from "../../ui/detail-list.tsx";
import { TextField } from "../../ui/field.tsx";
import { StateBadge } from "../../ui/state-badge.tsx";
import { StatePanel } from "../../ui/state-panel.tsx";
import { useCheckedForm } from "../../ui/use-checked-form.ts";
import { GiftFailure, IslandState, PageTitle, SUPPORT } from "../island.tsx";

export function GiversGift({ order }: { order: string }) {
  const queryClient = useQueryClient();
  const queryKey = ["/api/gifts/order", order];
  const gift = useQuery({ queryKey, queryFn: () => read(api.gifts.order.$get({ query: { order } })) });
  const correct = useMutation({
    mutationFn: (recipientEmail: string) => read(api.gifts.order.address.$post({ json: { order, recipientEmail } })),
    onSuccess: (corrected) => queryClient.setQueryData(queryKey, corrected),
    onError: (error) => isRefusal(error) && gift.refetch(),
  });
  if (gift.isPending) return <StatePanel kind="loading" title="Loading your gift..." />;
  if (!gift.data) {
    if (!isRefusal(gift.error)) return <GiftFailure query={gift} />;
    return (
      <IslandState
        isPage
        icon={MailQuestion}
        title="We couldn't find this gift"
        text={<>The link may be incomplete. Open it from your receipt, or write to {SUPPORT}.</>}
      />
    );
  }
  const { plan, priceText, recipientName, recipientEmail, message, deliverText, state } = gift.data;
  const isSending = state === "waiting" && deliverText === RIGHT_AWAY;
  const arrival = [
    state === "delivered" || state === "redeemed" ? "Sent" : "Arrives",
    state === "returned" ? "As soon as you fix the address" : deliverText,
  ] as const;
  const facts = [
    ["Email", !gift.data.canCorrect && recipientEmail],
    ...(state === "refunded" || state === "expired" || isSending ? [] : [arrival]),
    ["Gift", `${PLANS[plan].name}, ${priceText}`],
  ] as const;
  return (
    <div className="grid max-w-2xl animate-fade gap-7">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <PageTitle className="wrap-anywhere text-4xl wide uppercase leading-[0.98] sm:text-5xl">
          {`Your gift for ${recipientName}`}
        </PageTitle>
        <StateBadge look={isSending ? { ...GIFT_STATES.waiting, label: "Sending" } : GIFT_STATES[state]} />
      </div>
      <DetailList look="page" details={facts} />
      {message !== "" && (
        <blockquote className="wrap-anywhere whitespace-pre-line border-bolt border-l-2 pl-5 leading-relaxed">
          {message}
        </blockquote>
      )}
      {state === "returned" && (
        <Alert>
          The email to {recipientEmail} bounced. Fix the address, and we'll send the gift within minutes. If the address
          is right, write to {SUPPORT}.
        </Alert>
      )}
      {correct.isSuccess && (
        <Alert tone="success">{`Saved. We'll send the gift to ${correct.data.recipientEmail}.`}</Alert>
      )}
      {correct.isError && <Alert>{formErrorText(correct.error, "We couldn't save the address")}</Alert>}
      {gift.data.canCorrect ? (
        <Correction
          key={recipientEmail}
          email={recipientEmail}
          hasBounced={state === "returned"}
          isBusy={correct.isPending}
          onCorrect={correct.mutate}
        />
      ) : (
        state === "delivered" && <p className="text-muted text-sm">Wrong address? Write to {SUPPORT}.</p>
      )}
    </div>
  );
}

type CorrectionProps = { email: string; hasBounced: boolean; isBusy: boolean; onCorrect: (email: string) => void };

function Correction({ email, hasBounced, isBusy, onCorrect }: CorrectionProps) {
  const [typed, setTyped] = useState(email);
  const { form, field } = useCheckedForm({ email: ({ email }) => emailProblem(email) }, ({ email }) =>
    onCorrect(email.trim()),
  );
  return (
    <form {...form} className="grid gap-4 border-line border-t pt-6 sm:grid-cols-[1fr_auto] sm:items-start">
      <TextField
        label="Change their email"
        type="email"
        autoComplete="off"
        hint={hasBounced ? undefined : "You can change this until the gift is sent."}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        {...field("email")}
      />
      <Button type="submit" variant="secondary" className="sm:mt-7" isBusy={isBusy} disabled={typed.trim() === email}>
        Save
      </Button>
    </form>
  );
}
