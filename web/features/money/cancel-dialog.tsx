import type { MySubscription } from "#domain/contract/money/subscriptions.ts";
import { formatDate } from "#domain/formats.ts";
import { subscribePath } from "#domain/paths.ts";
import { annualComparison, formatPrice, PLANS } from "#domain/rules/plans.ts";
import { SERVICE_TERMS } from "#domain/rules/service-terms.ts";
import { formErrorText } from "../../lib/failure-text.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button, TEXT_LINK } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/field.tsx";
import { useCheckedForm } from "../../ui/use-checked-form.ts";
import { useToast } from "../../ui/use-toast.ts";
import { otherPlan } from "./membership-words.ts";
import { useCancelSubscription } from "./subscription.query.ts";

type Subscription = NonNullable<MySubscription["subscription"]>;

/** One question, no detours: the reason is optional, and the only offer is a link. */
export function CancelDialog({ subscription, onClose }: { subscription: Subscription; onClose: () => void }) {
  const showToast = useToast();
  const cancel = useCancelSubscription();
  const { endsIfCancelled } = subscription;
  const onSuccess = () => {
    const accessText = endsIfCancelled && `You keep access until ${formatDate(endsIfCancelled)}.`;
    showToast({ title: "Subscription cancelled", description: accessText || "You won't be charged again." });
    onClose();
  };
  const { form } = useCheckedForm({ reason: () => null }, ({ reason }) => cancel.mutate(reason.trim(), { onSuccess }));
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title="Cancel your subscription?"
      description={
        <>
          <Outcome subscription={subscription} /> We'll confirm by email.
        </>
      }
    >
      <form {...form} className="grid gap-4">
        <TextField label="Why are you leaving? (optional)" name="reason" maxLength={128} />
        <Offer subscription={subscription} />
        {cancel.isError && <Alert>{formErrorText(cancel.error, "We couldn't cancel your subscription")}</Alert>}
        <DialogActions>
          <Button variant="secondary" onClick={onClose} disabled={cancel.isPending}>
            Keep subscription
          </Button>
          <Button type="submit" variant="danger" isBusy={cancel.isPending}>
            Cancel Subscription
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

function Outcome({ subscription: { state, endsIfCancelled } }: { subscription: Subscription }) {
  const keptFor = `We keep your account and progress for ${SERVICE_TERMS.retentionDays} days after your access ends.`;
  if (state === "unpaid")
    return `This plan isn't paid for, so it doesn't give you access. Once you cancel, you won't be charged again. ${keptFor}`;
  // Without a paid end, a charge is late or has failed. A trial or a gift gives access of its own.
  const loses =
    state === "confirming"
      ? "Unless PayPal has already taken your payment, your access through this plan"
      : "This plan isn't paid for, so your access through it";
  return (
    <>
      {endsIfCancelled ? "You keep access until" : loses}{" "}
      <strong className="text-ink">{endsIfCancelled ? formatDate(endsIfCancelled) : "ends right away"}</strong>, and you
      won't be charged again. {keptFor}
    </>
  );
}

function Offer({ subscription }: { subscription: Subscription }) {
  // While a charge is in progress, has failed, or is unpaid, no other plan is offered.
  const { changesTo, state } = subscription;
  if (changesTo !== null || state !== "active") return null;
  const other = otherPlan(subscription.plan);
  const { centsPerMonth } = annualComparison();
  const words =
    other === "annual"
      ? `Paying yearly comes to ${formatPrice(centsPerMonth)} a month.`
      : `You can also go month to month for ${formatPrice(PLANS.monthly.price.cents)}.`;
  return (
    <p className="text-sm text-muted">
      {words}{" "}
      <a href={`${subscribePath(other)}#checkout`} className={`${TEXT_LINK} font-semibold text-ink`}>
        Change to {PLANS[other].name}
      </a>
    </p>
  );
}
