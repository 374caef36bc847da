import * as z from "zod";
import { BRAND } from "#domain/brand.ts";
import { CURRENCY, PLANS, type PlanId } from "#domain/rules/plans.ts";
import { type Installation, leftAsItIs, reach } from "./installation.ts";
import { findProduct, made, PAGE, readAll, requestId } from "./product-step.ts";
import type { SetupStep } from "./step.ts";

/** Charged right away and after 5 and 10 days, then suspended; PayPal's default never suspends. */
const FAILURES = 3;

const plan = z.object({
  id: z.string(),
  status: z.string(),
  billing_cycles: z.array(
    z.object({
      frequency: z.object({ interval_unit: z.string(), interval_count: z.number().default(1) }),
      total_cycles: z.number().default(1),
      pricing_scheme: z
        .object({ fixed_price: z.object({ value: z.string(), currency_code: z.string() }).optional() })
        .optional(),
    }),
  ),
  payment_preferences: z.object({ payment_failure_threshold: z.number().default(0) }).optional(),
});
const plans = z.object({ plans: z.array(plan).default([]) });

function planWish(product_id: string, id: PlanId) {
  const { name, price } = PLANS[id];
  const value = (price.cents / 100).toFixed(2);
  return {
    product_id,
    name,
    status: "ACTIVE",
    description: `${BRAND.name}, ${id}`,
    billing_cycles: [
      {
        frequency: { interval_unit: price.per.toUpperCase(), interval_count: 1 },
        tenure_type: "REGULAR",
        sequence: 1,
        total_cycles: 0,
        pricing_scheme: { fixed_price: { value, currency_code: CURRENCY } },
      },
    ],
    payment_preferences: { auto_bill_outstanding: true, payment_failure_threshold: FAILURES },
  };
}

/** Whether a plan charges our price, has no end, and suspends as we expect. */
function isWished(found: z.infer<typeof plan>, wish: ReturnType<typeof planWish>): boolean {
  const [cycle, ...others] = found.billing_cycles;
  const [wished] = wish.billing_cycles;
  const price = cycle?.pricing_scheme?.fixed_price;
  return (
    found.status === "ACTIVE" &&
    others.length === 0 &&
    cycle?.frequency.interval_unit === wished?.frequency.interval_unit &&
    cycle?.frequency.interval_count === 1 &&
    cycle.total_cycles === 0 &&
    Number(price?.value) === Number(wished?.pricing_scheme.fixed_price.value) &&
    price?.currency_code === CURRENCY &&
    found.payment_preferences?.payment_failure_threshold === FAILURES
  );
}

export function planStep(installation: Installation, id: PlanId): SetupStep {
  const { deployment, accounts } = installation;
  const variable = `PAYPAL_PLAN_${id.toUpperCase()}`;
  const keep = (planId: string) => {
    deployment.variables[variable] = planId;
    return planId;
  };
  return {
    title: `PayPal's ${id} plan`,
    makes: `create it for ${CURRENCY} ${PLANS[id].price.cents / 100} a ${PLANS[id].price.per}`,
    async check() {
      const left = leftAsItIs(installation, "paypal", []);
      if (left) return left;
      const product = await findProduct(installation);
      if (product === null) return null;
      const wish = planWish(product, id);
      const all = await readAll(async (page) => {
        const path = `/v1/billing/plans?product_id=${product}&page_size=${PAGE}&page=${page}`;
        return (
          (await reach(accounts, "paypal")({ operation: "plans.list", method: "GET", path, schema: plans }))?.plans ??
          []
        );
      });
      const found = all.find((one) => isWished(one, wish));
      return found ? keep(found.id) : null;
    },
    async make() {
      const wish = planWish((await findProduct(installation)) ?? "", id);
      const answer = await reach(
        accounts,
        "paypal",
      )({
        operation: "plans.create",
        method: "POST",
        path: "/v1/billing/plans",
        body: JSON.stringify(wish),
        requestId: requestId(wish),
        schema: made,
      });
      return `created ${keep(answer?.id ?? "")}`;
    },
  };
}
