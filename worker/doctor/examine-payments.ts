import type { Finding } from "#domain/contract/doctor.ts";
import type { Ctx } from "../context.ts";
import { PayPalError } from "../paypal/paypal-error.ts";
import { selectLastProviderEvent } from "./doctor.queries.ts";
import { failing, notTold, ok, warning } from "./finding.ts";

const PLAN = "PayPal's plans";

/** The account at PayPal: its credentials, by reading the plans on offer, and its webhook. */
export async function examinePayments(ctx: Ctx): Promise<Finding[]> {
  const { paypal } = ctx;
  if (!paypal) return [warning("PayPal", "Not set up: nobody can buy.", "docs/operations.md, PayPal.")];
  const [{ at = null } = {}] = await selectLastProviderEvent(ctx.db);
  const { monthly, annual } = paypal.plans;
  return [
    await examinePlans(paypal, { monthly, annual }),
    at === null
      ? warning(
          "PayPal's webhook",
          "No event came within 30 days.",
          "If somebody has paid since, look at the webhook at PayPal.",
        )
      : ok("PayPal's webhook", `Its last event came on ${new Date(at).toISOString().slice(0, 10)}.`),
  ];
}

async function examinePlans(paypal: NonNullable<Ctx["paypal"]>, plans: Record<string, string>): Promise<Finding> {
  try {
    const read = Object.entries(plans).map(async ([name, id]) => ({ name, plan: await paypal.readPlan(id) }));
    const wrong = (await Promise.all(read)).flatMap(({ name, plan }) => {
      if (plan === null) return `PayPal does not know the ${name} plan.`;
      return plan.status === "ACTIVE" ? [] : `The ${name} plan is ${plan.status} at PayPal.`;
    });
    if (wrong.length === 0) return ok(PLAN, "PayPal takes the credentials and offers both plans.");
    return failing(
      PLAN,
      wrong.join(" "),
      "PAYPAL_PLAN_MONTHLY and PAYPAL_PLAN_ANNUAL name the plans: docs/operations.md, PayPal.",
    );
  } catch (error) {
    if (!(error instanceof PayPalError)) throw error;
    if (error.status === 401)
      return failing(
        PLAN,
        "PayPal refuses the credentials.",
        "Set PAYPAL_CLIENT_ID and PAYPAL_CLIENT_SECRET of the same app.",
      );
    return notTold(PLAN, "PayPal does not answer.", "Try again later; members keep their access meanwhile.");
  }
}
