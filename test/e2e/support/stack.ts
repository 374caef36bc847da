import { expect } from "@playwright/test";
import { type ProductMail, sandboxClient } from "../../../sandbox/sandbox-client.ts";
import { DEMO_ADMIN_PASSWORD } from "../../../scripts/stack/dev-vars.ts";
import { tick } from "../../../scripts/stack/worker.ts";

function required(variable: string): string {
  const value = process.env[variable];
  if (!value) throw new Error(`${variable} is set by the global setup.`);
  return value;
}

export const appUrl = () => required("DAYBOLT_APP_URL");
export const sandboxUrl = () => required("DAYBOLT_SANDBOX_URL");

/** Fires the cron with an instant (epoch ms) as its scheduled time. */
export const tickAt = (at: number) => tick(appUrl(), at);

/** The mails of an address, newest first. */
export const outboxOf = (address: string): Promise<ProductMail[]> => sandboxClient(sandboxUrl()).mailsTo(address);

/** Waits until an address has that many mails; the product promises ten seconds. */
export async function mailsOf(address: string, count: number): Promise<ProductMail[]> {
  await expect.poll(async () => (await outboxOf(address)).length, { timeout: 10_000 }).toBe(count);
  return outboxOf(address);
}

export function linkIn(mail: ProductMail | undefined, path: string): string {
  const link = mail?.text.split(/\s+/).find((word) => word.startsWith(`${appUrl()}${path}`));
  if (!link) throw new Error(`The mail has no link to ${path}: ${mail?.text}`);
  return link;
}

type Call = { method?: string; json?: unknown; token?: string; admin?: boolean; now?: number };

/** Calls the API beside the browser. */
export function callApi(path: string, { method, json, token, admin, now }: Call = {}): Promise<Response> {
  return fetch(`${appUrl()}${path}`, {
    method: method ?? (json === undefined ? "GET" : "POST"),
    headers: {
      ...(json === undefined ? {} : { "content-type": "application/json" }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(admin ? { "x-admin-password": DEMO_ADMIN_PASSWORD } : {}),
      ...(now === undefined ? {} : { "x-daybolt-now": String(now) }),
    },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
  });
}
