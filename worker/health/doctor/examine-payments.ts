import type { Finding } from "#domain/contract/health.ts";
import { formatDate } from "#domain/formats.ts";
import type { Ctx } from "../../kernel/context.ts";
import { PayPalError } from "../../kernel/paypal/paypal-error.ts";
import { selectLastProviderEvent } from "./doctor.queries.ts";
import { failing, noAnswer, ok, warning } from "./finding.ts";

const PLAN = "PayPal plans";
const WEBHOOK = "PayPal webhook";
const AWAY = "PayPal isn't responding.";

/** Examines the PayPal account: its credentials, by reading the plans that are for sale, and its webhook. */
export async function examinePayments(ctx: Ctx): Promise<Finding[]> {
  const { paypal } = ctx;
  if (!paypal) return [warning("PayPal", "Not set up, so no one can buy.", "See docs/operations.md, PayPal.")];
  return Promise.all([examinePlans(paypal), examineWebhook(ctx, paypal)]);
}

type PayPal = NonNullable<Ctx["paypal"]>;

/** Examines the webhook by its ID, since events of another are refused, and by the events it delivered. */
async function examineWebhook(ctx: Ctx, paypal: PayPal): Promise<Finding> {
  const fix = "Check PAYPAL_WEBHOOK_ID. See docs/operations.md, PayPal.";
  const url = `${ctx.config.appUrl}/api/paypal/webhook`;
  try {
    const [webhook, [{ at = null } = {}]] = await Promise.all([paypal.readWebhook(), selectLastProviderEvent(ctx.db)]);
    if (webhook === null) return failing(WEBHOOK, "PayPal has no webhook with this ID, so we reject its events.", fix);
    if (webhook.url !== url) return warning(WEBHOOK, `It points to ${webhook.url} instead of ${url}.`, fix);
    if (at !== null) return ok(WEBHOOK, `Last event on ${formatDate(at)}.`);
    const advice = "If anyone paid during that time, check the webhook in PayPal.";
    return warning(WEBHOOK, "No events in the last 30 days.", advice);
  } catch (error) {
    if (!(error instanceof PayPalError)) throw error;
    return noAnswer(WEBHOOK, AWAY, "Try again later. The hourly sync catches anything missed.");
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
      if (plan === null) return `PayPal doesn't have the ${name} plan.`;
      return plan.status === "ACTIVE" ? [] : `The ${name} plan is ${plan.status} in PayPal.`;
    });
    if (wrong.length === 0) return ok(PLAN, "PayPal accepts the credentials and has both plans.");
    const fix = "Check PAYPAL_PLAN_MONTHLY and PAYPAL_PLAN_ANNUAL. See docs/operations.md, PayPal.";
    return failing(PLAN, wrong.join(" "), fix);
  } catch (error) {
    if (!(error instanceof PayPalError)) throw error;
    const fix = "Set PAYPAL_CLIENT_ID and PAYPAL_CLIENT_SECRET from the same app.";
    if (error.status === 401) return failing(PLAN, "PayPal rejects the credentials.", fix);
    return noAnswer(PLAN, AWAY, "Try again later. Members keep their access.");
  }
}
