import type { Resend } from "resend";
import type { createCaller } from "#worker/kernel/paypal/call-paypal.ts";
import type { Cloudflare } from "../cloudflare.ts";
import type { Deployment } from "../deployment.ts";
import type { Configuration } from "../production-config.ts";
import { NotReached } from "./step.ts";

type PayPalCall = ReturnType<typeof createCaller>;

/** The three providers' accounts, as far as we have their keys. */
export type Accounts = { cloudflare: Cloudflare | null; resend: Resend | null; paypal: PayPalCall | null };

/** State that the setup's steps share: they add IDs to `deployment` and secrets to `secrets`. */
export type Installation = {
  root: string;
  config: Configuration;
  deployment: Deployment;
  /** Values to store at Cloudflare, as far as this run knows them. */
  secrets: Map<string, string>;
  /** Names of secrets already stored at Cloudflare. */
  stored: Set<string>;
  accounts: Accounts;
  appUrl: string;
  say: (line: string) => void;
};

const KEYS = { cloudflare: "CLOUDFLARE_API_TOKEN", resend: "RESEND_API_KEY", paypal: "PAYPAL_CLIENT_SECRET" } as const;

/** An account that the step needs. @throws NotReached if we don't have its key */
export function reach<Name extends keyof Accounts>(accounts: Accounts, name: Name): NonNullable<Accounts[Name]> {
  const account = accounts[name];
  if (account === null) throw new NotReached(`${KEYS[name]} isn't set.`);
  return account;
}

/** What to say when a provider's key is stored at Cloudflare and wasn't given again: its resources stay as they are. */
export function leftAsItIs(
  { accounts, stored }: Installation,
  name: "resend" | "paypal",
  needs: string[],
): string | null {
  const isStored = [KEYS[name], ...needs].every((secret) => stored.has(secret));
  return accounts[name] === null && isStored ? `unchanged; ${KEYS[name]} isn't set, so nothing was checked` : null;
}
