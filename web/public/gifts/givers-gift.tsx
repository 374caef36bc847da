import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { MailQuestion } from "lucide-react";
import { useState } from "react";
import { BRAND } from "#domain/brand.ts";
import type { GiftOrder } from "#domain/contract/money/gifts.ts";
import { emailProblem } from "#domain/rules/credentials.ts";
import { PLANS } from "#domain/rules/plans.ts";
import { api, read } from "../../lib/api.ts";
import { isRefusal } from "../../lib/api-error.ts";
import { formErrorText } from "../../lib/failure-text.ts";
import { Alert } from "../../ui/alert.tsx";
import { Badge, type BadgeTone } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { IslandFailure, IslandLoading, IslandState, PageTitle } from "../island.tsx";

const STATES: Record<GiftOrder["state"], { label: string; tone: BadgeTone }> = {
  waiting: { label: "Waits for its day", tone: "blue" },
  returned: { label: "Came back", tone: "red" },
  delivered: { label: "Delivered", tone: "yellow" },
  redeemed: { label: "Unwrapped", tone: "green" },
  expired: { label: "Not opened in time", tone: "grey" },
  refunded: { label: "Refunded", tone: "orange" },
};

export function GiversGift({ order }: { order: string }) {
  const queryClient = useQueryClient();
  const queryKey = ["/api/gifts/order", order];
  const gift = useQuery({ queryKey, queryFn: () => read(api.gifts.order.$get({ query: { order } })) });
  const correct = useMutation({
    mutationFn: (recipientEmail: string) => read(api.gifts.order.address.$post({ json: { order, recipientEmail } })),
    onSuccess: (corrected) => queryClient.setQueryData(queryKey, corrected),
    onError: (error) => isRefusal(error) && gift.refetch(),
  });
  if (gift.isPending) return <IslandLoading>Looking for your gift...</IslandLoading>;
  if (!gift.data) {
    if (!isRefusal(gift.error)) return <IslandFailure isPage title="Your gift did not load" query={gift} />;
    return (
      <IslandState
        isPage
        icon={MailQuestion}
        title="This link shows no gift"
        text={`It may be cut short. Open it from your receipt, or ask ${BRAND.supportEmail}.`}
      />
    );
  }
  const { plan, priceText, giverName, recipientName, recipientEmail, message, deliverText, state } = gift.data;
  const facts = [
    ["For", recipientName],
    ["Address", recipientEmail],
    ["Arrives", state === "returned" ? "As soon as its address is corrected" : deliverText],
    ["Gift", `${PLANS[plan].name}, ${priceText}`],
    ["From", giverName],
  ] as const;
  return (
    <div className="grid animate-fade gap-7">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <PageTitle className="text-4xl wide uppercase leading-[0.98] sm:text-5xl">Your gift</PageTitle>
        <Badge tone={STATES[state].tone}>{STATES[state].label}</Badge>
      </div>
      <dl className="grid gap-3 border-line border-t pt-6">
        {facts.map(([term, value]) => (
          <div key={term} className="grid gap-1 sm:grid-cols-[7rem_1fr]">
            <dt className="text-muted">{term}</dt>
            <dd className="wrap-anywhere min-w-0 font-medium">{value}</dd>
          </div>
        ))}
      </dl>
      {message !== "" && (
        <blockquote className="wrap-anywhere whitespace-pre-line border-bolt border-l-2 pl-5 leading-relaxed">
          {message}
        </blockquote>
      )}
      {state === "returned" && (
        <Alert>
          {`The mail to ${recipientEmail} came back. Correct the address, and the gift goes out to it within minutes. If the address is right, write to ${BRAND.supportEmail}.`}
        </Alert>
      )}
      {correct.isSuccess && <Alert tone="success">{`Corrected: it goes to ${correct.data.recipientEmail}.`}</Alert>}
      {correct.isError && <Alert>{formErrorText(correct.error, "The address could not be corrected")}</Alert>}
      {gift.data.canCorrect ? (
        <Correction key={recipientEmail} email={recipientEmail} isBusy={correct.isPending} onCorrect={correct.mutate} />
      ) : (
        state === "delivered" && (
          <p className="text-muted text-sm">{`It has gone out. If it went to a wrong address, write to ${BRAND.supportEmail}.`}</p>
        )
      )}
    </div>
  );
}

type CorrectionProps = { email: string; isBusy: boolean; onCorrect: (email: string) => void };

function Correction({ email, isBusy, onCorrect }: CorrectionProps) {
  const [typed, setTyped] = useState(email);
  const [isSent, setIsSent] = useState(false);
  const problem = emailProblem(typed);
  return (
    <form
      noValidate
      className="grid gap-4 border-line border-t pt-6 sm:grid-cols-[1fr_auto] sm:items-start"
      onSubmit={(event) => {
        event.preventDefault();
        setIsSent(true);
        if (problem === null) onCorrect(typed.trim());
      }}
    >
      <TextField
        label="Correct the address"
        type="email"
        autoComplete="off"
        hint="Until the gift goes out."
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        error={isSent && problem !== null ? problem : undefined}
      />
      <Button type="submit" variant="secondary" className="sm:mt-7" isBusy={isBusy} disabled={typed.trim() === email}>
        Save the address
      </Button>
    </form>
  );
}
