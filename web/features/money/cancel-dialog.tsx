import type { MySubscription } from "#domain/contract/money/subscriptions.ts";
import { formatDate } from "#domain/formats.ts";
import { subscribePath } from "#domain/paths.ts";
import { annualComparison, formatPrice, PLANS } from "#domain/rules/plans.ts";
import { SERVICE_TERMS } from "#domain/rules/service-terms.ts";
import { formErrorText } from "../../lib/failure-text.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/field.tsx";
import { useCheckedForm } from "../../ui/use-checked-form.ts";
import { useToast } from "../../ui/use-toast.ts";
import { otherPlan } from "./payment-words.ts";
import { useCancelSubscription } from "./subscription.query.ts";

type Subscription = NonNullable<MySubscription["subscription"]>;

/** One question, no detours: the reason is optional, and the only offer is a link. */
export function CancelDialog({ subscription, onClose }: { subscription: Subscription; onClose: () => void }) {
  const showToast = useToast();
  const cancel = useCancelSubscription();
  const { endsIfCancelled } = subscription;
  const onSuccess = () => {
    const kept = endsIfCancelled && `You keep everything until ${formatDate(endsIfCancelled)}.`;
    showToast({ title: "Membership cancelled", description: kept || "Nothing more is charged." });
    onClose();
  };
  const { form } = useCheckedForm({ reason: () => null }, ({ reason }) => cancel.mutate(reason.trim(), { onSuccess }));
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title="Cancel your membership?"
      description={
        <>
          {endsIfCancelled ? (
            <>
              You keep everything until <strong className="text-ink">{formatDate(endsIfCancelled)}</strong>
            </>
          ) : (
            <Unpaid state={subscription.state} />
          )}
          , and nothing more is charged. Your account and progress stay {SERVICE_TERMS.retentionDays} days longer. We
          confirm it by mail.
        </>
      }
    >
      <form {...form} className="grid gap-4">
        <TextField label="Why do you leave? (optional)" name="reason" maxLength={128} />
        <Offer subscription={subscription} />
        {cancel.isError && <Alert>{formErrorText(cancel.error, "Your membership could not be cancelled")}</Alert>}
        <DialogActions>
          <Button variant="secondary" onClick={onClose} disabled={cancel.isPending}>
            Keep my membership
          </Button>
          <Button type="submit" variant="danger" isBusy={cancel.isPending}>
            Cancel membership
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

/** A charge is late or has failed, so the access that remains isn't paid for. */
function Unpaid({ state }: Pick<Subscription, "state">) {
  if (state === "unpaid") return "What you have paid for is over and closed";
  return (
    <>
      {state === "confirming" ? "Unless PayPal has taken your payment by now, " : "What you have paid for is over, so "}
      your access <strong className="text-ink">ends at once</strong>
    </>
  );
}

function Offer({ subscription }: { subscription: Subscription }) {
  // While a charge is in progress or unpaid, no other plan is offered.
  const { changesTo, state } = subscription;
  if (changesTo !== null || state === "confirming" || state === "unpaid") return null;
  const other = otherPlan(subscription.plan);
  const { centsPerMonth } = annualComparison();
  const words =
    other === "annual"
      ? `By the year it is ${formatPrice(centsPerMonth)} a month.`
      : `Month by month it is ${formatPrice(PLANS.monthly.price.cents)}, and you can stop after any of them.`;
  return (
    <p className="text-sm text-muted">
      {words}{" "}
      <a
        href={`${subscribePath(other)}#checkout`}
        className="inline-flex min-h-11 items-center font-semibold text-ink underline underline-offset-4 hover:text-bolt"
      >
        Change to {PLANS[other].name}
      </a>
    </p>
  );
}
