import { expect } from "@playwright/test";
import { MINUTE_MS } from "#domain/durations.ts";
import { type ProductMail, sandboxClient } from "../../../sandbox/sandbox-client.ts";
import { DEMO_ADMIN_PASSWORD } from "../../../scripts/stack/dev-vars.ts";
import { tick } from "../../../scripts/stack/worker.ts";

function required(variable: string): string {
  const value = process.env[variable];
  if (!value) throw new Error(`${variable} is set by the global setup.`);
  return value;
}

const appUrl = () => required("DAYBOLT_APP_URL");
const sandboxUrl = () => required("DAYBOLT_SANDBOX_URL");

/** Runs the cron with an instant (epoch ms) as its scheduled time. */
export const tickAt = (at: number) => tick(appUrl(), at);
const QUARTER_MS = 15 * MINUTE_MS;
/** The last minute of the quarter hour before: ticks after a slot leave imports and messages to others. */
export const unreservedInstant = () => Math.floor(Date.now() / QUARTER_MS) * QUARTER_MS - MINUTE_MS;

export const paypal = () => sandboxClient(sandboxUrl()).paypal;

/** Subjects that a journey finds its emails by. */
export const SUBJECTS = {
  trial: /trial is ready/,
  reset: /^Set a new .+ password$/,
  wakeUp: /^Wake up: /,
  signIn: /login link$/,
  code: / code$/,
};

/** Emails to an address with a matching subject, newest first. */
export async function mailsTo(address: string, subject: RegExp): Promise<ProductMail[]> {
  const mails = await sandboxClient(sandboxUrl()).mailsTo(address);
  return mails.filter((mail) => subject.test(mail.subject));
}

export const sandbox = () => sandboxClient(sandboxUrl());

export const writeIn = (mail: Parameters<ReturnType<typeof sandboxClient>["writeIn"]>[0]) =>
  sandboxClient(sandboxUrl()).writeIn(mail);

/** Makes the sandbox fail for emails to one address. */
export const armFault = (fault: Parameters<ReturnType<typeof sandboxClient>["arm"]>[0] & { to: string }) =>
  sandboxClient(sandboxUrl()).arm(fault);

/** Waits for the newest email to an address with a matching subject. */
export async function mailTo(address: string, subject: RegExp): Promise<ProductMail> {
  return newestMail(address, subject, 1, async () => undefined);
}

/** Waits for the `count`th email, if sent by the minute's tick: PayPal's event may come after the first tick. */
export async function mailByTick(address: string, subject: RegExp, count = 1): Promise<ProductMail> {
  return newestMail(address, subject, count, () => tickAt(Date.now()));
}

async function newestMail(address: string, subject: RegExp, count: number, before: () => Promise<void>) {
  let mails: ProductMail[] = [];
  await expect(async () => {
    await before();
    mails = await mailsTo(address, subject);
    expect(mails.length, `Too few mails ${subject} have come to ${address}.`).toBeGreaterThanOrEqual(count);
  }).toPass({ timeout: 60_000 });
  return mails[0] as ProductMail;
}

export function linkIn(mail: ProductMail, path: string): string {
  const link = mail.text.split(/\s+/).find((word) => word.startsWith(`${appUrl()}${path}`));
  if (!link) throw new Error(`The mail has no link to ${path}: ${mail.text}`);
  return link;
}

type Call = { method?: string; json?: unknown; token?: string; admin?: boolean; now?: number };

/** Calls the API without the browser. */
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
