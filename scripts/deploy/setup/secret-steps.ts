import { randomBytes } from "node:crypto";
import { PAYMENT_VARIABLES } from "#worker/money/money.config.ts";
import { makePushKey } from "../../stack/push-key.ts";
import { variablesOf } from "../production-config.ts";
import { placeholderOf, problemsOf, SECRETS } from "../settings.ts";
import { type Installation, reach } from "./installation.ts";
import type { SetupStep } from "./step.ts";

/** The Worker's complaints about this configuration. Secrets we can't read and values still `toCome` count as valid. */
export function configurationProblems(
  { config, deployment, stored, secrets }: Installation,
  toCome: Record<string, string> = {},
): string[] {
  const supposed = Object.fromEntries([...stored].map((name) => [name, placeholderOf(name)]));
  return problemsOf({ ...toCome, ...variablesOf(config, deployment), ...supposed, ...Object.fromEntries(secrets) });
}

/** Placeholders for what the steps will create, so we can check everything else before they start. */
export function madeBySteps({ deployment }: Installation): Record<string, string> {
  const isSold = Boolean(deployment.variables.PAYPAL_CLIENT_ID);
  const names = ["APP_SECRET", ...(isSold ? PAYMENT_VARIABLES.filter((name) => !SECRETS.includes(name)) : [])];
  return Object.fromEntries(names.map((name) => [name, placeholderOf(name)]));
}

/** Sets the Worker's missing secrets in one call; existing ones stay as they are. */
export function secretsStep(installation: Installation): SetupStep {
  const { config, accounts, stored, secrets } = installation;
  const missing = () => new Map([...secrets].filter(([name]) => !stored.has(name)));
  return {
    title: `Secrets for Worker ${config.name}`,
    makes: `set ${[...new Set(["APP_SECRET", "PUSH_SECRET", ...missing().keys()])].join(", ")}`,
    async check() {
      if (!stored.has("APP_SECRET")) secrets.set("APP_SECRET", randomBytes(32).toString("base64url"));
      if (!stored.has("PUSH_SECRET")) secrets.set("PUSH_SECRET", makePushKey());
      if (missing().size > 0) return null;
      return `${[...stored].sort().join(", ")} are set`;
    },
    async make() {
      const cloudflare = reach(accounts, "cloudflare");
      if ((await cloudflare.readSecretNames(config.name)) === null) await cloudflare.createDraft(config.name);
      const put = missing();
      await cloudflare.putSecrets(config.name, put);
      for (const name of put.keys()) stored.add(name);
      return `set ${[...put.keys()].join(", ")}`;
    },
  };
}
