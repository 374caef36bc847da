import { Hono } from "hono";
import * as z from "zod";
import type { Account } from "../account/account.ts";
import type { Plan } from "../account/plans.ts";
import { notFound } from "../answers.ts";
import { type Call, type Operation, readBody, readCount } from "./call.ts";
import { money } from "./fields.ts";

const newProduct = z.object({
  name: z.string().min(1).max(127),
  description: z.string().min(1).max(256).default("Membership"),
  type: z.enum(["PHYSICAL", "DIGITAL", "SERVICE"]),
});

/** As our setup wants its plans: without an end, and what is owed is charged with the next payment. */
const newPlan = z.object({
  product_id: z.string().min(6).max(50),
  name: z.string().min(1).max(127),
  status: z.literal("ACTIVE").default("ACTIVE"),
  description: z.string().min(1).max(127).default("Membership"),
  billing_cycles: z.tuple([
    z.object({
      frequency: z.object({
        interval_unit: z.enum(["DAY", "WEEK", "MONTH", "YEAR"]),
        interval_count: z.int().min(1).max(365).default(1),
      }),
      tenure_type: z.literal("REGULAR"),
      sequence: z.literal(1),
      total_cycles: z.literal(0),
      pricing_scheme: z.object({ fixed_price: money }),
    }),
  ]),
  // Required, as in PayPal's document, though each of its fields has a default.
  payment_preferences: z.object({
    auto_bill_outstanding: z.literal(true).default(true),
    payment_failure_threshold: z.int().min(0).max(999).default(0),
  }),
});

export function plansRoutes(operation: Operation, { plans }: Account) {
  return new Hono()
    .post(
      "/v1/catalogs/products",
      operation(
        "products.create",
        (call) => {
          const product = plans.addProduct(readBody(newProduct, call.text));
          return { status: 201, body: () => product };
        },
        { idempotent: true },
      ),
    )
    .get(
      "/v1/catalogs/products",
      operation("products.list", (call) => {
        const shown = pageOf(call, plans.products());
        const products = shown.items.map(({ id, name, description, create_time }) => ({
          id,
          name,
          description,
          create_time,
        }));
        return { status: 200, body: () => ({ products, links: shown.links }) };
      }),
    )
    .post(
      "/v1/billing/plans",
      operation(
        "plans.create",
        (call) => {
          const wanted = readBody(newPlan, call.text);
          if (!plans.product(wanted.product_id)) throw notFound();
          const [cycle] = wanted.billing_cycles;
          const plan = plans.addPlan({
            productId: wanted.product_id,
            name: wanted.name,
            description: wanted.description,
            price: cycle.pricing_scheme.fixed_price,
            frequency: cycle.frequency,
            paymentFailureThreshold: wanted.payment_preferences.payment_failure_threshold,
          });
          return { status: 201, body: () => planAnswer(plan, call) };
        },
        { idempotent: true },
      ),
    )
    .get(
      "/v1/billing/plans",
      operation("plans.list", (call) => {
        const product = call.query("product_id");
        const found = plans.list().filter((plan) => !product || plan.product_id === product);
        const { items, links } = pageOf(call, found);
        return { status: 200, body: () => ({ plans: items.map((plan) => planAnswer(plan, call)), links }) };
      }),
    )
    .get(
      "/v1/billing/plans/:id",
      operation("plans.get", (call, { id = "" }) => {
        const plan = plans.find(id);
        if (!plan) throw notFound();
        return { status: 200, body: () => planAnswer(plan, call) };
      }),
    );
}

/** The requested page of a list. */
function pageOf<Item>(call: Call, found: Item[]) {
  const pageSize = readCount(call, "page_size", { fallback: 10, max: 20 });
  const page = readCount(call, "page", { fallback: 1, max: 100_000 });
  return {
    items: found.slice((page - 1) * pageSize, page * pageSize),
    links: [{ href: `${call.origin}${call.path}?page=${page}`, rel: "self", method: "GET" }],
  };
}

const planAnswer = (plan: Plan, { origin }: Call) => ({
  ...plan,
  links: [{ href: `${origin}/v1/billing/plans/${plan.id}`, rel: "self", method: "GET" }],
});
