import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { BRAND } from "#domain/brand.ts";
import { CLOUDFLARE_SANDBOX } from "#sandbox/cloudflare/cloudflare.routes.ts";
import { createCloudflare } from "../cloudflare.ts";
import { readDeployment } from "../deployment.ts";
import { queuesOf, readConfiguration } from "../production-config.ts";
import {
  ANSWERS as answers,
  OPERATOR as brand,
  checkoutUnderTest,
  providersUnderTest,
} from "../providers-under-test.ts";
import { setUp } from "./set-up.ts";

const SECRETS = [
  "ADMIN_PASSWORD",
  "APP_SECRET",
  "PAYPAL_CLIENT_SECRET",
  "PUSH_SECRET",
  "RESEND_API_KEY",
  "RESEND_WEBHOOK_SECRET",
];

const readToken = async () => null;

type Providers = Awaited<ReturnType<typeof providersUnderTest>>;

/** Runs a setup without waiting; DNS records are found on the second check. */
async function run(providers: Providers, root: string, more: Partial<Parameters<typeof setUp>[0]> = {}) {
  const lines: string[] = [];
  const sleep = () => providers.setDomainStatus("wake-operator.com", "verified");
  const isReady = await setUp({
    root,
    brand,
    env: providers.env,
    readToken,
    answers,
    ask: null,
    isDry: false,
    patience: { waitMs: 60_000, everyMs: 1000, sleep },
    say: (line: string) => void lines.push(line),
    ...more,
  });
  return { lines, isReady };
}

/** Everything in the three accounts, without the IDs that change from run to run. */
async function inventory({ cloudflare, resend, call, paypal: _ }: Providers) {
  const databases = (await cloudflare("/d1/database")).result;
  const queues = (await cloudflare("/queues")).result;
  const worker = await cloudflare("/workers/scripts/daybolt/played");
  const bucket = await cloudflare("/r2/buckets/daybolt-media");
  const products = (await call("/v1/catalogs/products?page_size=20")).json.products;
  const product = products.find(({ name }: { name: string }) => name === BRAND.name);
  const plans = (await call(`/v1/billing/plans?product_id=${product?.id}`)).json.plans;
  const webhooks = (await call("/v1/notifications/webhooks")).json.webhooks;
  const domains = (await resend.domains.list()).data?.data.filter(({ name }) => name === "wake-operator.com");
  const mailWebhooks = (await resend.webhooks.list()).data?.data;
  return {
    databases: databases.map(({ name }: { name: string }) => name),
    queues: queues.map(({ queue_name }: { queue_name: string }) => queue_name).sort(),
    bucket: bucket.success,
    secrets: Object.keys(worker.secrets).sort(),
    drafts: worker.versions.filter(({ annotations }: never) => annotations["workers/triggered_by"] === "upload").length,
    products: products.filter(({ name }: { name: string }) => name === BRAND.name).length,
    plans: plans.map(({ name }: { name: string }) => name).sort(),
    webhooks: webhooks.map(({ url }: { url: string }) => url),
    domains: domains?.map(({ status }) => status),
    mailWebhooks: mailWebhooks?.map(({ endpoint }) => endpoint),
  };
}

const whole = (root: string) => ({
  databases: ["daybolt"],
  queues: queuesOf(readConfiguration(root)).sort(),
  bucket: true,
  secrets: SECRETS,
  drafts: 1,
  products: 1,
  plans: ["Annual Lightning", "Monthly Power-Up"],
  webhooks: ["https://wake-operator.com/api/paypal/webhook"],
  domains: ["verified"],
  mailWebhooks: ["https://wake-operator.com/api/resend/webhook"],
});

test("the first run creates everything once, and a second run changes nothing", async () => {
  const providers = await providersUnderTest();
  const root = checkoutUnderTest();
  const first = await run(providers, root);
  expect(await inventory(providers)).toEqual(whole(root));
  expect(first.lines.join("\n")).toContain("TXT resend._domainkey → p=");

  const { secrets } = await providers.cloudflare("/workers/scripts/daybolt/played");
  expect(secrets.APP_SECRET).toMatch(/^[\w-]{43}$/);
  const [webhook] = (await providers.resend.webhooks.list()).data?.data ?? [];
  expect(secrets.RESEND_WEBHOOK_SECRET).toBe(
    (await providers.resend.webhooks.get(webhook?.id ?? "")).data?.signing_secret,
  );

  const [database] = (await providers.cloudflare("/d1/database")).result;
  const config = JSON.parse(readFileSync(join(root, "wrangler.production.json"), "utf8"));
  expect(config.d1_databases).toMatchObject([{ database_id: database.uuid, migrations_dir: "db/migrations" }]);
  expect(config.routes).toEqual([{ pattern: "wake-operator.com", custom_domain: true }]);
  expect(config.vars).toMatchObject({ APP_URL: answers.APP_URL, PAYPAL_PLAN_MONTHLY: expect.stringMatching(/^P-/) });
  expect(config.queues).toEqual(readConfiguration(root).queues);

  const written = readdirSync(root).filter((file) => file.endsWith(".json"));
  for (const file of written)
    for (const secret of Object.values<string>(secrets))
      expect(readFileSync(join(root, file), "utf8")).not.toContain(secret);

  const before = providers.writes.length;
  const second = await run(providers, root);
  expect(providers.writes.slice(before)).toEqual([]);
  expect(second.lines.filter((line) => !line.startsWith("✓"))).toEqual([]);
});

test("a webhook that also reports sent emails, as 0.2.0 asked for, is changed", async () => {
  const providers = await providersUnderTest();
  const root = checkoutUnderTest();
  await run(providers, root);
  const [webhook] = (await providers.resend.webhooks.list()).data?.data ?? [];
  const events = webhook?.events ?? [];
  expect(events).not.toContain("email.sent");
  await providers.resend.webhooks.update(webhook?.id ?? "", { events: [...events, "email.sent"] });
  await run(providers, root);
  expect((await providers.resend.webhooks.list()).data?.data[0]?.events).toEqual(events);
});

test("a run interrupted at any step is continued by the next, and nothing is created twice", async () => {
  const rehearsal = await providersUnderTest();
  await run(rehearsal, checkoutUnderTest());
  const steps = rehearsal.writes.length;
  expect(steps).toBeGreaterThan(15);
  for (let step = 1; step <= steps; step += 1) {
    const providers = await providersUnderTest();
    const root = checkoutUnderTest();
    providers.loseAnswer(step);
    // PayPal's client retries on its own, with the same request ID.
    await run(providers, root).catch(() => undefined);
    expect(providers.writes.length, rehearsal.writes[step - 1]).toBeGreaterThanOrEqual(step);
    await run(providers, root);
    expect(await inventory(providers), rehearsal.writes[step - 1]).toEqual(whole(root));
  }
});

test("a dry run prints each step and creates nothing", async () => {
  const providers = await providersUnderTest();
  const root = checkoutUnderTest();
  const { lines, isReady } = await run(providers, root, { isDry: true });
  expect(providers.writes).toEqual([]);
  expect(existsSync(join(root, "deployment.json"))).toBe(false);
  expect(isReady).toBe(true);
  const output = lines.join("\n");
  for (const thing of [
    "Database daybolt",
    "Bucket daybolt-media",
    "Sender domain",
    "annual plan",
    "Secrets",
    "webhook",
  ])
    expect(output).toContain(thing);
  for (const queue of queuesOf(readConfiguration(root))) expect(output).toContain(`Queue ${queue}: would create it.`);
});

test("a dry run without an account says what it can't check and which details are missing", async () => {
  const root = checkoutUnderTest();
  const lines: string[] = [];
  const patience = { waitMs: 0, everyMs: 1, sleep: async () => undefined };
  const given = { root, brand: BRAND, env: {}, readToken, answers: {}, ask: null, isDry: true };
  const isReady = await setUp({ ...given, patience, say: (line) => void lines.push(line) });
  expect(isReady).toBe(false);
  expect(lines.join("\n")).toMatch(/details are missing: legal name, postal address/);
  expect(lines.join("\n")).toMatch(/RESEND_API_KEY isn't set. Would check/);
  // Each cause has one line, with all that it keeps from being looked at.
  const causes = lines
    .map((line) => line.split("\n")[0] ?? "")
    .filter((line) => /isn't set|would ask|Blocked/.test(line));
  expect(causes).toEqual([
    "? Setup would ask for:",
    "? CLOUDFLARE_API_TOKEN isn't set. Would check, and create what's missing:",
    "? RESEND_API_KEY isn't set. Would check, and create what's missing:",
    expect.stringMatching(/^✗ Blocked: /),
  ]);
  for (const queue of queuesOf(readConfiguration(root))) expect(lines.join("\n")).toContain(`\n    Queue ${queue}\n`);
});

const BUSINESS = {
  BUSINESS_LEGAL_NAME: "Operator LLC",
  BUSINESS_POSTAL_ADDRESS: "1 Main Street, Chicago, IL 60601",
  BUSINESS_GOVERNING_LAW: "the State of Illinois, USA",
  BUSINESS_SUPPORT_EMAIL: "support@wake-operator.com",
};
const unnamed = { ...brand, legalName: "", postalAddress: "", governingLaw: "", supportEmail: "support@daybolt.test" };
const businessIn = (root: string) => JSON.parse(readFileSync(join(root, "domain/business.json"), "utf8"));

test("setup in a terminal asks for missing business details, and the next build has them", async () => {
  const providers = await providersUnderTest();
  const root = checkoutUnderTest();
  const { legalName, postalAddress, governingLaw, supportEmail } = brand;
  const replies = [legalName, " ", postalAddress, governingLaw, "no address", "support@daybolt.test", supportEmail];
  const asked: string[] = [];
  const ask = async (question: string) => {
    asked.push(question);
    return replies.shift() ?? "";
  };
  const { lines } = await run(providers, root, { brand: unnamed, ask });
  expect(businessIn(root)).toEqual({ legalName, postalAddress, governingLaw, supportEmail });
  expect(lines[0]).toBe("✓ Business details: in domain/business.json. Commit it.");
  const questions = asked.length;
  await run(providers, root, { ask });
  expect(asked.slice(questions).filter((question) => /legal name|postal|law|write to/.test(question))).toEqual([]);
});

test("without a terminal, business details come from the environment or a file, and bad ones aren't saved", async () => {
  const providers = await providersUnderTest();
  const root = checkoutUnderTest();
  const before = businessIn(root);
  const wrong = { ...answers, ...BUSINESS, BUSINESS_SUPPORT_EMAIL: "support@operator.example" };
  await expect(run(providers, root, { brand: unnamed, answers: wrong })).rejects.toThrow(/^BUSINESS_SUPPORT_EMAIL is/);
  const dry = await run(providers, root, { brand: unnamed, answers: { ...answers, ...BUSINESS }, isDry: true });
  expect(dry).toMatchObject({
    isReady: true,
    lines: ["+ Business details: would write domain/business.json.", ...dry.lines.slice(1)],
  });
  expect(businessIn(root)).toEqual(before);
  expect(providers.writes).toEqual([]);
  await run(providers, root, { brand: unnamed, answers: { ...answers, ...BUSINESS } });
  expect(Object.values(businessIn(root))).toEqual(Object.values(BUSINESS));
});

test.each([
  ["postal address", { brand: { ...brand, postalAddress: " " } }, /details are missing: postal address/],
  ["support mailbox", { answers: { ...answers, SUPPORT_MAILBOX: "" } }, /SUPPORT_MAILBOX is missing/],
  ["sender", { answers: { ...answers, MAIL_FROM: "Day <day@daybolt.test>" } }, /sender address/],
  ["long password", { answers: { ...answers, ADMIN_PASSWORD: "too short" } }, /ADMIN_PASSWORD: must have at least 16/],
  ["address", { answers: { ...answers, APP_URL: "http://wake-operator.com" } }, /APP_URL must begin with https/],
])("setup without a valid %s is refused, with the reason", async (_, more, sentence) => {
  const providers = await providersUnderTest();
  await expect(run(providers, checkoutUnderTest(), more)).rejects.toThrow(sentence);
  expect(providers.writes).toEqual([]);
});

test("setup in a terminal asks for missing settings, asks again after a wrong answer, and hides secrets", async () => {
  const providers = await providersUnderTest();
  const root = checkoutUnderTest();
  const asked: string[] = [];
  const hidden: string[] = [];
  const typed: Record<string, string[]> = {
    "What URL do memb": ["nonsense", answers.APP_URL],
    "The administrator": [answers.ADMIN_PASSWORD],
  };
  const ask = async (question: string, isHidden: boolean) => {
    (isHidden ? hidden : asked).push(question);
    const [, replies] = Object.entries(typed).find(([start]) => question.startsWith(start)) ?? [];
    return replies?.shift() ?? "";
  };
  const { APP_URL: _url, ADMIN_PASSWORD: _password, ...known } = answers;
  await run(providers, root, { answers: known, ask });
  expect(asked.map((question) => question.slice(0, 16))).toEqual([
    "What URL do memb",
    "What URL do memb",
    "Who gets alarms ",
    "Address for unsu",
  ]);
  expect(hidden).toHaveLength(1);
  expect(await inventory(providers)).toEqual(whole(root));
});

test("an unverified domain ends the run with instructions, and the next run continues there", async () => {
  const providers = await providersUnderTest();
  const root = checkoutUnderTest();
  const patience = { waitMs: 3000, everyMs: 1000, sleep: async () => undefined };
  await expect(run(providers, root, { patience })).rejects.toThrow(
    /wake-operator.com is pending in Resend. Add its records/,
  );
  await providers.setDomainStatus("wake-operator.com", "verified");
  const before = providers.writes.length;
  await run(providers, root);
  expect(providers.writes.slice(before)).toEqual([]);
});

test("a later run without the providers' keys changes nothing at the providers", async () => {
  const providers = await providersUnderTest();
  const root = checkoutUnderTest();
  await run(providers, root);
  const before = providers.writes.length;
  const { lines } = await run(providers, root, { answers: {} });
  expect(providers.writes.slice(before)).toEqual([]);
  expect(lines.filter((line) => line.includes("nothing was checked"))).toHaveLength(7);
});

/** A second database, created by hand; a restored one has a migration recorded in it. */
async function anotherDatabase({ env }: Providers, name: string, { isRestored = true } = {}): Promise<string> {
  const { accountId, token } = CLOUDFLARE_SANDBOX;
  const baseUrl = env.CLOUDFLARE_API_BASE_URL;
  const cloudflare = createCloudflare({ baseUrl, token, accountId });
  const id = await cloudflare.createDatabase(name, "weur");
  if (isRestored) await cloudflare.readDatabase(id, "create table d1_migrations (id integer primary key, name text)");
  return id;
}

const boundIn = (root: string) =>
  JSON.parse(readFileSync(join(root, "wrangler.production.json"), "utf8")).d1_databases[0];

test("a restored database replaces the first one by name, in the generated configuration and later runs", async () => {
  const providers = await providersUnderTest();
  const root = checkoutUnderTest();
  await run(providers, root);
  const first = boundIn(root).database_id;
  const restored = await anotherDatabase(providers, "daybolt-restored");
  const before = providers.writes.length;
  const { lines } = await run(providers, root, { database: "daybolt-restored", answers: {} });
  expect(lines[0]).toBe(`✓ The next deploy uses database daybolt-restored: ${restored}, replacing ${first}`);
  const bound = { binding: "DB", database_name: "daybolt-restored", database_id: restored };
  expect(boundIn(root)).toMatchObject(bound);
  await run(providers, root, { answers: {} });
  expect(boundIn(root)).toMatchObject(bound);
  expect(providers.writes.slice(before)).toEqual([]);
});

test("a missing or empty database isn't chosen, and no other one is picked automatically", async () => {
  const providers = await providersUnderTest();
  const root = checkoutUnderTest();
  await run(providers, root);
  const known = readDeployment(root);
  await anotherDatabase(providers, "daybolt-empty", { isRestored: false });
  const before = providers.writes.length;
  for (const [database, sentence] of [
    ["daybolt-restord", /no database named daybolt-restord/],
    ["daybolt-empty", /daybolt-empty is empty/],
  ] as const)
    await expect(run(providers, root, { database })).rejects.toThrow(sentence);
  const toml = join(root, "wrangler.toml");
  const whole = readFileSync(toml, "utf8");
  for (const name of ["daybolt-empty", "daybolt-misspelt"]) {
    writeFileSync(toml, whole.replace('database_name = "daybolt"', `database_name = "${name}"`));
    await expect(run(providers, root)).rejects.toThrow(/--database NAME/);
  }
  expect(readDeployment(root)).toEqual(known);
  expect(providers.writes.slice(before)).toEqual([]);
});
