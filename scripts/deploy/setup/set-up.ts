import { missingParticulars, type Operator } from "#domain/rules/operator.ts";
import { PayPalError } from "#worker/kernel/paypal/paypal-error.ts";
import { PlainError } from "../../stack/run-tool.ts";
import { notLoggedIn, openCloudflare } from "../account.ts";
import { readDeployment, writeDeployment } from "../deployment.ts";
import { readConfiguration, variablesOf, writeProductionConfig } from "../production-config.ts";
import { openPayPal, openResend } from "./accounts.ts";
import { gatherAnswers } from "./answers.ts";
import type { Ask } from "./ask.ts";
import { BUSINESS_FILE, BUSINESS_VARIABLES, gatherBusiness } from "./business.ts";
import { chooseDatabase } from "./choose-database.ts";
import { cloudflareSteps } from "./cloudflare-steps.ts";
import type { Installation } from "./installation.ts";
import { paymentWebhookStep } from "./payment-webhook-step.ts";
import { planStep } from "./plan-step.ts";
import { productStep } from "./product-step.ts";
import { domainStep, mailWebhookStep, type Patience, senderDomain, verificationStep } from "./resend-steps.ts";
import { configurationProblems, madeBySteps, secretsStep } from "./secret-steps.ts";
import { type SetupStep, takeSteps } from "./step.ts";

export type SetupOptions = {
  root: string;
  /** The operator's details, as the last run left them in domain/business.json. */
  brand: Operator;
  env: Record<string, string | undefined>;
  /** From a file; the environment takes precedence. */
  answers: Record<string, string | undefined>;
  ask: Ask | null;
  /** Reads Cloudflare's token if the environment has none. */
  readToken: () => Promise<string | null>;
  isDry: boolean;
  /** The database to use from now on, if it changes. */
  database?: string | undefined;
  patience: Patience;
  say: (line: string) => void;
};

/** Why an installation can't start: emails and legal texts must name the operator. */
function hindrance(brand: Operator, mailFrom: string): string | null {
  const missing = missingParticulars({ ...brand, mailSender: mailFrom });
  if (missing.length === 0) return null;
  return (
    `Business details are missing: ${missing.join(", ")}. In a terminal, npm run deploy:setup asks for them. ` +
    `Or set ${BUSINESS_VARIABLES.join(", ")}, and MAIL_FROM for the sender's address, or edit ${BUSINESS_FILE}. Then run this again.`
  );
}

function stepsOf(installation: Installation, mailFrom: string, patience: Patience): SetupStep[] {
  const domain = senderDomain(mailFrom);
  // Empty if nothing is for sale.
  const isSelling = Boolean(installation.deployment.variables.PAYPAL_CLIENT_ID);
  const plans = [planStep(installation, "monthly"), planStep(installation, "annual")];
  return [
    ...cloudflareSteps(installation),
    domainStep(installation, domain),
    mailWebhookStep(installation),
    ...(isSelling ? [productStep(installation), ...plans, paymentWebhookStep(installation)] : []),
    secretsStep(installation),
    // Last, because it's the only step that waits for someone else.
    verificationStep(installation, domain, patience),
  ];
}

/** PayPal's client words errors for members; here the operator is reading. */
function inPlainWords(error: unknown): unknown {
  return error instanceof PayPalError ? new PlainError(`A PayPal call failed: ${error.cause}`) : error;
}

/** @throws PlainError with what the Worker would report at startup */
function refuseWrong(installation: Installation, toCome: Record<string, string> = {}): void {
  const problems = configurationProblems(installation, toCome);
  if (problems.length > 0) throw new PlainError(`The Worker would reject this configuration:\n${problems.join("\n")}`);
}

/**
 * Creates an installation, or finds that it exists. Each run finds what earlier ones created, so it can be stopped and
 * restarted at any point. A dry run creates nothing and returns false if a real one would refuse.
 * @throws PlainError
 */
export async function setUp({
  root,
  brand: before,
  env,
  answers,
  ask,
  readToken,
  isDry,
  database,
  patience,
  say,
}: SetupOptions): Promise<boolean> {
  const config = readConfiguration(root);
  const deployment = readDeployment(root);
  const given = new Map(
    Object.entries({ ...answers, ...env }).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value] as const],
    ),
  );
  const brand = await gatherBusiness(before, { root, given, ask, isDry, say });
  const unnamed = hindrance(brand, "Name <mail@operator.com>");
  if (unnamed && !isDry) throw new PlainError(unnamed);

  const askOpenly = ask && ((question: string) => ask(question, false));
  const cloudflare = await openCloudflare({ env, readToken, accountId: deployment.accountId, ask: askOpenly });
  if (cloudflare) deployment.accountId = cloudflare.accountId;
  if (!cloudflare && !isDry) throw notLoggedIn();
  if (cloudflare && database !== undefined)
    say(`✓ The next deploy uses database ${database}: ${await chooseDatabase(cloudflare, deployment, database)}`);
  const stored = new Set((await cloudflare?.readSecretNames(config.name)) ?? []);
  const secrets = new Map<string, string>();
  await gatherAnswers({ config, deployment, secrets, stored }, { given, ask, isDry, say });

  const variables = variablesOf(config, deployment);
  const mailFrom = variables.MAIL_FROM ?? "";
  const refusal = hindrance(brand, mailFrom);
  if (refusal && !isDry) throw new PlainError(refusal);

  const accounts = {
    cloudflare,
    resend: openResend(env, secrets.get("RESEND_API_KEY")),
    paypal: openPayPal(env, variables.PAYPAL_CLIENT_ID, secrets.get("PAYPAL_CLIENT_SECRET")),
  };
  const appUrl = variables.APP_URL ?? "";
  const installation: Installation = { root, config, deployment, secrets, stored, accounts, appUrl, say };
  const onMade = () => writeDeployment(root, deployment);
  if (!isDry) {
    refuseWrong(installation, madeBySteps(installation));
    onMade();
  }
  try {
    await takeSteps(stepsOf(installation, mailFrom, patience), { isDry, say, onMade });
  } catch (error) {
    throw inPlainWords(error);
  }
  // Last, where a terminal's reader looks.
  if (isDry && refusal) say(`✗ Blocked: ${refusal}`);
  if (isDry) return refusal === null;
  refuseWrong(installation);
  writeProductionConfig(root, config, deployment);
  return true;
}
