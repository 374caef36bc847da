import { payPalClient } from "#sandbox/paypal/paypal-client.ts";
import type { House } from "./seed-house.ts";

/**
 * Has PayPal report what the product hasn't heard: the demo members' purchases, and charges that came due while nothing ran. One after
 * the other, since each is read back.
 */
export async function tellPurchases(sandboxUrl: string, { past, news }: House): Promise<void> {
  const { control } = payPalClient(sandboxUrl);
  const kinds = [
    [past.subscriptions, "BILLING.SUBSCRIPTION.ACTIVATED"],
    [past.orders, "CHECKOUT.ORDER.COMPLETED"],
  ] as const;
  for (const [purchases, type] of kinds) {
    for (const { id } of purchases) {
      if (news.includes(id)) await control({ action: "tell", id, type });
      await control({ action: "release", id });
    }
  }
}
