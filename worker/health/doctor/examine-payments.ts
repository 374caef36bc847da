import type { Finding } from "#domain/contract/health.ts";
import type { Ctx } from "../../kernel/context.ts";
import { PayPalError } from "../../kernel/paypal/paypal-error.ts";
import { selectLastProviderEvent } from "./doctor.queries.ts";
import { failing, notTold, ok, warning } from "./finding.ts";

const PLAN = "PayPal's plans";
const WEBHOOK = "PayPal's webhook";
const AWAY = "PayPal does not answer.";

/** Examines the PayPal account: its credentials, by reading the plans on offer, and its webhook. */
export async function examinePayments(ctx: Ctx): Promise<Finding[]> {
  const { paypal } = ctx;
  if (!paypal) return [warning("PayPal", "Not set up: nobody can buy.", "docs/operations.md, PayPal.")];
  return Promise.all([examinePlans(paypal), examineWebhook(ctx, paypal)]);
}

type PayPal = NonNullable<Ctx["paypal"]>;

/** Examines the webhook by its id, since events of another are refused, and by the events it delivered. */
async function examineWebhook(ctx: Ctx, paypal: PayPal): Promise<Finding> {
  const mend = "PAYPAL_WEBHOOK_ID names the webhook: docs/operations.md, PayPal.";
  const url = `${ctx.config.appUrl}/api/paypal/webhook`;
  try {
    const [webhook, [{ at = null } = {}]] = await Promise.all([paypal.readWebhook(), selectLastProviderEvent(ctx.db)]);
    if (webhook === null) return failing(WEBHOOK, "PayPal knows no webhook of this id: its events are refused.", mend);
    if (webhook.url !== url) return warning(WEBHOOK, `It leads to ${webhook.url}, and not to ${url}.`, mend);
    if (at !== null) return ok(WEBHOOK, `Its last event came on ${new Date(at).toISOString().slice(0, 10)}.`);
    const look = "If somebody has paid since, look at the webhook at PayPal.";
    return warning(WEBHOOK, "No event came within 30 days.", look);
  } catch (error) {
    if (!(error instanceof PayPalError)) throw error;
    return notTold(WEBHOOK, AWAY, "Try again later; what it would have told is read each hour.");
  }
}

async function examinePlans(paypal: PayPal): Promise<Finding> {
  const { monthly, annual } = paypal.plans;
  try {
    const read = Object.entries({ monthly, annual }).map(async ([name, id]) => ({
      name,
      plan: await paypal.readPlan(id),
    }));
    const wrong = (await Promise.all(read)).flatMap(({ name, plan }) => {
      if (plan === null) return `PayPal does not know the ${name} plan.`;
      return plan.status === "ACTIVE" ? [] : `The ${name} plan is ${plan.status} at PayPal.`;
    });
    if (wrong.length === 0) return ok(PLAN, "PayPal takes the credentials and offers both plans.");
    const mend = "PAYPAL_PLAN_MONTHLY and PAYPAL_PLAN_ANNUAL name the plans: docs/operations.md, PayPal.";
    return failing(PLAN, wrong.join(" "), mend);
  } catch (error) {
    if (!(error instanceof PayPalError)) throw error;
    const mend = "Set PAYPAL_CLIENT_ID and PAYPAL_CLIENT_SECRET of the same app.";
    if (error.status === 401) return failing(PLAN, "PayPal refuses the credentials.", mend);
    return notTold(PLAN, AWAY, "Try again later; members keep their access meanwhile.");
  }
}
