import { PAYPAL_SANDBOX } from "../paypal-settings.ts";
import { type Frequency, toInstant } from "./billing-calendar.ts";
import { newId } from "./ids.ts";
import { centsOf, type Money } from "./money.ts";

type BillingCycle = {
  pricing_scheme: { version: number; fixed_price: Money; create_time: string; update_time: string };
  frequency: Frequency;
  tenure_type: "REGULAR";
  sequence: number;
  /** No end. */
  total_cycles: 0;
};

export type Plan = {
  id: string;
  product_id: string;
  name: string;
  status: "ACTIVE";
  description: string;
  usage_type: "LICENSED";
  billing_cycles: [BillingCycle];
  payment_preferences: {
    service_type: "PREPAID";
    auto_bill_outstanding: true;
    setup_fee_failure_action: "CONTINUE";
    payment_failure_threshold: number;
  };
  quantity_supported: boolean;
  create_time: string;
  update_time: string;
};

export type Product = { id: string; name: string; description: string; type: string; create_time: string };

export type NewPlan = {
  id?: string;
  productId: string;
  name: string;
  description: string;
  price: Money;
  frequency: Frequency;
  /** Consecutive failures before suspension; 0: never. */
  paymentFailureThreshold: number;
};

const PRODUCT_ID = "PROD-XYAB12ABSB7868434";
const { monthly, annual, quarterly } = PAYPAL_SANDBOX.plans;
/** Charged right away and after 5 and 10 days, then suspended. */
const membership = { productId: PRODUCT_ID, paymentFailureThreshold: 3 };

const STANDING_PLANS: NewPlan[] = [
  { ...membership, id: monthly, name: "Monthly", description: "Monthly membership", ...every("MONTH", 1, "9.99") },
  { ...membership, id: annual, name: "Annual", description: "Annual membership", ...every("YEAR", 1, "79.99") },
  {
    ...membership,
    id: quarterly,
    name: "Quarterly",
    description: "Quarterly membership",
    ...every("MONTH", 3, "24.99"),
  },
];

function every(interval_unit: Frequency["interval_unit"], interval_count: number, value: string) {
  return { frequency: { interval_unit, interval_count }, price: { currency_code: "USD", value } };
}

export function createPlans({ now }: { now: () => number }) {
  const products = new Map<string, Product>();
  const plans = new Map<string, Plan>();

  const addProduct = (product: Omit<Product, "id" | "create_time"> & { id?: string }): Product => {
    const added = { ...product, id: product.id ?? newId.product(), create_time: toInstant(now()) };
    products.set(added.id, added);
    return added;
  };

  const addPlan = (wanted: NewPlan): Plan => {
    const at = toInstant(now());
    const plan: Plan = {
      id: wanted.id ?? newId.plan(),
      product_id: wanted.productId,
      name: wanted.name,
      status: "ACTIVE",
      description: wanted.description,
      usage_type: "LICENSED",
      billing_cycles: [
        {
          pricing_scheme: { version: 1, fixed_price: wanted.price, create_time: at, update_time: at },
          frequency: wanted.frequency,
          tenure_type: "REGULAR",
          sequence: 1,
          total_cycles: 0,
        },
      ],
      payment_preferences: {
        service_type: "PREPAID",
        auto_bill_outstanding: true,
        setup_fee_failure_action: "CONTINUE",
        payment_failure_threshold: wanted.paymentFailureThreshold,
      },
      quantity_supported: false,
      create_time: at,
      update_time: at,
    };
    plans.set(plan.id, plan);
    return plan;
  };

  addProduct({ id: PRODUCT_ID, name: "Membership", description: "Membership", type: "SERVICE" });
  STANDING_PLANS.map(addPlan);

  return {
    addProduct,
    addPlan,
    product: (id: string) => products.get(id),
    products: () => [...products.values()],
    find: (id: string) => plans.get(id),
    list: () => [...plans.values()],
  };
}

export type Plans = ReturnType<typeof createPlans>;

export function priceOf(plan: Plan): { cents: number; currency: string } {
  const { value, currency_code } = plan.billing_cycles[0].pricing_scheme.fixed_price;
  return { cents: centsOf(value) ?? 0, currency: currency_code };
}
