import type { Resend } from "resend";
import type { createCaller } from "#worker/kernel/paypal/call-paypal.ts";
import type { Cloudflare } from "../cloudflare.ts";
import type { Deployment } from "../deployment.ts";
import type { Configuration } from "../production-config.ts";
import { NotReached } from "./step.ts";

type PayPalCall = ReturnType<typeof createCaller>;

/** The three providers' accounts, as far as their keys are known. */
export type Accounts = { cloudflare: Cloudflare | null; resend: Resend | null; paypal: PayPalCall | null };

/** What the steps of a set-up share: what they learn of ids goes into `deployment`, of secrets into `secrets`. */
export type Installation = {
  root: string;
  config: Configuration;
  deployment: Deployment;
  /** Values to be kept at Cloudflare, as far as this run knows them. */
  secrets: Map<string, string>;
  /** Names of the secrets that are kept there already. */
  stored: Set<string>;
  accounts: Accounts;
  appUrl: string;
  say: (line: string) => void;
};

const KEYS = { cloudflare: "CLOUDFLARE_API_TOKEN", resend: "RESEND_API_KEY", paypal: "PAYPAL_CLIENT_SECRET" } as const;

/** An account that the step needs. @throws NotReached where its key is not known */
export function reach<Name extends keyof Accounts>(accounts: Accounts, name: Name): NonNullable<Accounts[Name]> {
  const account = accounts[name];
  if (account === null) throw new NotReached(`${KEYS[name]} isn't set.`);
  return account;
}

/** Says so where a provider's key is kept at Cloudflare and not given again: what was made with it stays as it is. */
export function leftAsItIs(
  { accounts, stored }: Installation,
  name: "resend" | "paypal",
  needs: string[],
): string | null {
  const isStored = [KEYS[name], ...needs].every((secret) => stored.has(secret));
  return accounts[name] === null && isStored ? `unchanged; ${KEYS[name]} isn't set, so nothing was checked` : null;
}
