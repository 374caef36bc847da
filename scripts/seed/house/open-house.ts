import { CADENCES } from "#domain/rules/cadences.ts";
import { payPalClient } from "#sandbox/paypal/paypal-client.ts";
import { tick } from "../../stack/worker.ts";
import type { House } from "./seed-house.ts";

type Running = { workerUrl: string; sandboxUrl: string };

/**
 * Has PayPal report what the product hasn't heard: the demo members' purchases, and charges that came due while nothing ran. Then the
 * hourly cron counts the figures of the weeks before, one week a run.
 */
export async function openHouse({ workerUrl, sandboxUrl }: Running, { past, news, uncounted }: House): Promise<void> {
  const { control } = payPalClient(sandboxUrl);
  const kinds = [
    [past.subscriptions, "BILLING.SUBSCRIPTION.ACTIVATED"],
    [past.orders, "CHECKOUT.ORDER.COMPLETED"],
  ] as const;
  for (const [purchases, type] of kinds) {
    for (const { id } of purchases) {
      if (news.includes(id)) await control({ action: "report", id, type });
      await control({ action: "release", id });
    }
  }
  for (let week = 0; week < uncounted; week += 1) await tick(workerUrl, Date.now(), CADENCES.hourly.cron);
}
