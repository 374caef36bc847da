import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { type Env, readConfig } from "./env.ts";

const REQUIRED = {
  APP_URL: "https://daybolt.example",
  APP_SECRET: "a secret of at least thirty-two characters",
  ADMIN_PASSWORD: "sixteen or longer",
  RESEND_API_KEY: "re_key",
};

/** The configuration from these variables alone. */
function configOf(variables: Record<string, unknown>) {
  return readConfig(variables as unknown as Env);
}

test("the required variables are enough, and the rest have the specified defaults", () => {
  expect(configOf(REQUIRED)).toMatchObject({
    isDevelopment: false,
    wakeUpHours: [5, 6, 7, 8, 9],
    adminMaxFailures: 10,
    loginMaxFailuresPerAccount: 10,
    loginMaxFailuresPerAddress: 50,
    loginMaxPerAccount: 30,
    loginAlarmFailures: 1000,
    adminAlarmFailures: 100,
    resetMaxPerNetwork: 30,
    resetMaxPerAccount: 2,
    resetMaxInTotal: 60,
    resendBaseUrl: null,
  });
  expect(configOf(REQUIRED).wakeUpZones.map((zone) => zone.label)).toEqual([
    "Central",
    "Eastern",
    "Mountain",
    "Pacific",
  ]);
});

test("only the exact word development makes a development server", () => {
  const local = { ...REQUIRED, APP_URL: "http://localhost:8787" };
  expect(configOf({ ...local, ENVIRONMENT: "development" }).isDevelopment).toBe(true);
  expect(configOf({ ...REQUIRED, ENVIRONMENT: "production" }).isDevelopment).toBe(false);
  for (const ENVIRONMENT of ["Development", "dev", "staging", ""]) {
    expect(() => configOf({ ...REQUIRED, ENVIRONMENT }), ENVIRONMENT).toThrow(/ENVIRONMENT/);
  }
});

test("an invalid APP_URL is named, in development too", () => {
  for (const APP_URL of ["nonsense", ""]) {
    expect(() => configOf({ ...REQUIRED, APP_URL, ENVIRONMENT: "development" })).toThrow(/incomplete.*APP_URL/);
  }
});

test.for([
  ["http://localhost:8787", true],
  ["https://localhost", true],
  ["http://127.0.0.1:3000", true],
  ["http://127.8.4.2", true],
  ["http://[::1]:8787", true],
  ["https://daybolt.example", false],
  ["http://localhost.example", false],
  ["http://127.0.0.1.example", false],
  ["http://192.168.1.5:8787", false],
  ["http://0.0.0.0:8787", false],
  ["http://[::2]", false],
] as const)("a development server at %s is allowed: %j", ([APP_URL, isAllowed]) => {
  const read = () => configOf({ ...REQUIRED, APP_URL, ENVIRONMENT: "development" });
  if (isAllowed) expect(read().isDevelopment).toBe(true);
  else expect(read).toThrow(/ENVIRONMENT: .*loopback/);
  expect(configOf({ ...REQUIRED, APP_URL }).isDevelopment).toBe(false);
});

test("passwords are hashed at full cost except in development", () => {
  const cheap = { ...REQUIRED, SCRYPT_COST: "16" };
  expect(configOf(REQUIRED).scryptCost).toBe(16_384);
  expect(configOf(cheap).scryptCost).toBe(16_384);
  expect(configOf({ ...cheap, ENVIRONMENT: "development", APP_URL: "http://localhost" }).scryptCost).toBe(16);
});

test("the administrator's password needs at least 16 characters, or 8 in development", () => {
  const local = { ...REQUIRED, ENVIRONMENT: "development", APP_URL: "http://localhost:8787" };
  expect(configOf({ ...local, ADMIN_PASSWORD: "eight888" }).adminPassword).toBe("eight888");
  expect(() => configOf({ ...local, ADMIN_PASSWORD: "seven77" })).toThrow(/ADMIN_PASSWORD: .*8 characters/);
  expect(configOf({ ...REQUIRED, ADMIN_PASSWORD: "x".repeat(16) }).isDevelopment).toBe(false);
  expect(() => configOf({ ...REQUIRED, ADMIN_PASSWORD: "x".repeat(15) })).toThrow(/ADMIN_PASSWORD: .*16 characters/);
});

test.for(Object.keys(REQUIRED))("the config can't be read without %s, and the message names it", (name) => {
  expect(() => configOf({ ...REQUIRED, [name]: undefined })).toThrow(new RegExp(`${name}: `));
});

test.for([
  ["APP_URL", "https://daybolt.example/"],
  ["APP_URL", "daybolt.example"],
  ["APP_URL", "https://daybolt.example/members"],
  ["APP_URL", 'https://daybolt"onload=.example'],
  ["APP_URL", "https://$&.example"],
  ["APP_URL", "javascript:alert(1)"],
  ["APP_SECRET", "too short"],
  ["APP_SECRET", "a PUBLIC word that a JWT library would take for a key"],
  ["APP_SECRET_2", "short"],
  ["APP_KEYS", "1 2 1"],
  ["APP_KEYS", "10"],
  ["APP_KEYS", "none"],
  ["ADMIN_PASSWORD", "pässword-with-umlaut"],
  ["MAIL_FROM", "abc"],
  ["ADMIN_PASSWORD", "fifteen letters"],
  ["WAKE_UP_HOURS", "9-5"],
  ["WAKE_UP_HOURS", "05-24"],
  ["WAKE_UP_ZONES", "europe"],
  ["ADMIN_MAX_FAILURES", "0"],
  ["LOGIN_MAX_FAILURES_PER_ACCOUNT", "many"],
] as const)("%s can't be %j, and the message doesn't repeat the value", ([name, value]) => {
  const read = () => configOf({ ...REQUIRED, [name]: value });
  expect(read).toThrow(new RegExp(`${name}: `));
  expect(read).not.toThrow(new RegExp(`[^-]${value}[^-]`));
});

test("the first listed key signs, and every key needs its own secret", () => {
  const second = "another secret of at least thirty-two characters";
  expect(configOf(REQUIRED).signingKeys.listed).toEqual([{ id: 1, secret: REQUIRED.APP_SECRET }]);
  const { signingKeys, lookUpSecret } = configOf({ ...REQUIRED, APP_SECRET_2: second, APP_KEYS: "2 1" });
  expect(signingKeys.listed).toEqual([
    { id: 2, secret: second },
    { id: 1, secret: REQUIRED.APP_SECRET },
  ]);
  expect(lookUpSecret).toBe(REQUIRED.APP_SECRET);
  const ended = configOf({ ...REQUIRED, APP_SECRET_2: second, APP_KEYS: "2" });
  expect(ended.signingKeys.listed.map(({ id }) => id)).toEqual([2]);
  expect([...ended.signingKeys.secrets.keys()]).toEqual([1, 2]);
  expect(() => configOf({ ...REQUIRED, APP_KEYS: "3 1" })).toThrow(/APP_SECRET_3: is missing, but APP_KEYS lists/);
  const same = { ...REQUIRED, APP_SECRET_2: REQUIRED.APP_SECRET };
  expect(() => configOf(same)).toThrow(/APP_SECRET_2: must differ from the other keys' secrets/);
});

test("all invalid variables are named together", () => {
  expect(() => configOf({ APP_URL: REQUIRED.APP_URL })).toThrow(/APP_SECRET: .*ADMIN_PASSWORD: .*RESEND_API_KEY: /s);
});

test("email to real people requires the operator's details, which ship empty", () => {
  const hindrance = (more: object) =>
    configOf({ ...REQUIRED, MAIL_FROM: "Wake up <hello@mail.dev>", ...more }).mailHindrance;
  expect(hindrance({})).toMatch(
    /domain\/business\.json .*: legal name, postal address, governing law, support address\.$/,
  );
  expect(hindrance({ RESEND_BASE_URL: "https://api.resend.com" })).not.toBeNull();
  expect(hindrance({ MAIL_FROM: "hello@daybolt.test" })).toContain("sender address");
  expect(hindrance({ RESEND_BASE_URL: "http://127.0.0.1:3001" })).toBeNull();
  expect(hindrance({ ENVIRONMENT: "development", APP_URL: "http://localhost:8787" })).toBeNull();
});

test("the environment is read only once", () => {
  expect(readConfig(env)).toBe(readConfig(env));
});

test("Turnstile needs both its keys, but its secret may be set before its site key", () => {
  expect(configOf(REQUIRED).turnstile).toBeNull();
  const keys = { TURNSTILE_SITE_KEY: "site", TURNSTILE_SECRET_KEY: "secret" };
  const baseUrl = "https://challenges.cloudflare.com";
  expect(configOf({ ...REQUIRED, ...keys }).turnstile).toEqual({ siteKey: "site", secretKey: "secret", baseUrl });
  expect(configOf({ ...REQUIRED, ...keys, TURNSTILE_SITE_KEY: "" }).turnstile).toBeNull();
  expect(() => configOf({ ...REQUIRED, ...keys, TURNSTILE_SECRET_KEY: "" })).toThrow(
    /TURNSTILE_SECRET_KEY: is missing/,
  );
});

test("the second factor is off without a secret, and a secret must be base32 and long enough", () => {
  expect(configOf(REQUIRED).adminTotpSecret).toBeNull();
  expect(configOf({ ...REQUIRED, ADMIN_TOTP_SECRET: "" }).adminTotpSecret).toBeNull();
  const secret = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";
  expect(configOf({ ...REQUIRED, ADMIN_TOTP_SECRET: secret }).adminTotpSecret).toBe(secret);
  for (const ADMIN_TOTP_SECRET of [
    "JBSWY3DPEHPK3PXP",
    "01890189018901890189018901890189",
    "not base32 at all, is it, no!",
  ]) {
    expect(() => configOf({ ...REQUIRED, ADMIN_TOTP_SECRET })).toThrow(/ADMIN_TOTP_SECRET/);
  }
});

const PAYPAL = {
  PAYPAL_CLIENT_ID: "id",
  PAYPAL_CLIENT_SECRET: "a-secret-nobody-sees",
  PAYPAL_WEBHOOK_ID: "webhook",
  PAYPAL_PLAN_MONTHLY: "P-1",
  PAYPAL_PLAN_ANNUAL: "P-2",
};

test("payment is off without PayPal's variables, and uses the live service with all of them", () => {
  expect(configOf(REQUIRED)).toMatchObject({ paypal: null, paymentGraceMs: 11 * 86_400_000, operatorEmail: null });
  const empty = Object.fromEntries(Object.keys(PAYPAL).map((name) => [name, ""]));
  expect(configOf({ ...REQUIRED, ...empty }).paypal).toBeNull();
  expect(configOf({ ...REQUIRED, ...PAYPAL }).paypal).toMatchObject({
    baseUrl: "https://api-m.paypal.com",
    sdkUrl: "https://www.paypal.com/sdk/js",
    plans: { monthly: "P-1", annual: "P-2", quarterly: null },
  });
});

test("setting only PayPal's secret breaks nothing and offers nothing for sale", () => {
  expect(configOf({ ...REQUIRED, PAYPAL_CLIENT_SECRET: PAYPAL.PAYPAL_CLIENT_SECRET }).paypal).toBeNull();
});

test.for(Object.keys(PAYPAL))("if only %s is missing, it's named, and no secret is revealed", (name) => {
  const read = () => configOf({ ...REQUIRED, ...PAYPAL, [name]: "" });
  expect(read).toThrow(new RegExp(`${name}: is missing`));
  expect(read).not.toThrow(/nobody-sees/);
});

test("the grace period after a failed charge is at least a week", () => {
  expect(() => configOf({ ...REQUIRED, PAYMENT_GRACE_DAYS: "6" })).toThrow(/PAYMENT_GRACE_DAYS: must be at least 7/);
  expect(configOf({ ...REQUIRED, PAYMENT_GRACE_DAYS: "7" }).paymentGraceMs).toBe(7 * 86_400_000);
});

test("without mailbox settings, inbound email is only stored, and no email offers unsubscribing by email", () => {
  expect(configOf(REQUIRED)).toMatchObject({
    supportMailbox: null,
    unsubscribeAddress: null,
    inboundKeptMs: 90 * 86_400_000,
  });
  const set = { SUPPORT_MAILBOX: "me@mail.dev", UNSUBSCRIBE_ADDRESS: "unsubscribe@mail.dev" };
  expect(configOf({ ...REQUIRED, ...set })).toMatchObject({
    supportMailbox: "me@mail.dev",
    unsubscribeAddress: "unsubscribe@mail.dev",
  });
  for (const UNSUBSCRIBE_ADDRESS of ["unsubscribing@mail.dev", "a+b@mail.dev", "nobody"])
    expect(() => configOf({ ...REQUIRED, UNSUBSCRIBE_ADDRESS })).toThrow(/UNSUBSCRIBE_ADDRESS/);
});
