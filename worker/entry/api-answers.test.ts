import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import {
  keptAccount,
  okResponse,
  passwordResetResponse,
  sessionResponse,
  setupLinkResponse,
  signInLinkResponse,
  verifyResponse,
} from "#domain/contract/account.ts";
import { health } from "#domain/contract/health.ts";
import { nextLiveEvent } from "#domain/contract/live-events.ts";
import { saveProgressResponse } from "#domain/contract/progress.ts";
import { CONTRACTS } from "#test/growth/contracts.ts";
import { dayAhead } from "#test/support/fixtures.ts";
import { ADMIN_ANSWERS, announce } from "#test/worker/admin-answers.ts";
import type { Answer, Call } from "#test/worker/answers.ts";
import { BROADCAST_ANSWERS } from "#test/worker/broadcast-answers.ts";
import { createItem, createMedium, createMember, db, tokenFor, uniqueAddress } from "#test/worker/factories.ts";
import { GIFT_ANSWERS } from "#test/worker/gift-answers.ts";
import { IMPORT_ANSWERS } from "#test/worker/import-answers.ts";
import { INBOUND_ANSWERS } from "#test/worker/inbound-answers.ts";
import { tickAt } from "#test/worker/jobs.ts";
import { LIBRARY_ANSWERS } from "#test/worker/library-answers.ts";
import { PAYMENT_ANSWERS } from "#test/worker/payment-answers.ts";
import { PEOPLE_ANSWERS } from "#test/worker/people-answers.ts";
import { request } from "#test/worker/request.ts";
import { insertLink } from "../account/auth-tokens.queries.ts";
import { hashPassword } from "../account/password/password.ts";
import { newLink } from "../account/single-use-link.ts";
import { readConfig } from "../kernel/env.ts";
import { sha256 } from "../kernel/hashing.ts";
import { codeOf, tokenOf } from "../kernel/links/signing-keys.ts";
import { api } from "./api.ts";

const config = readConfig(env);

async function withLink(purpose: "setup" | "exchange" | "sign-in", more: Record<string, unknown> = {}): Promise<Call> {
  const member = await createMember({ subscriptionType: "trial" });
  const link = newLink(config, member, purpose, Date.now());
  await insertLink(db, link);
  return { json: { token: tokenOf(config, link.id), email: member.email, ...more } };
}

/** A closed account that a link restores. */
async function createClosed(own: Parameters<typeof createMember>[0] = {}) {
  const now = Date.now();
  const member = await createMember({ passwordHash: null, deletedAt: now, purgeAt: now + 86_400_000, ...own });
  const link = newLink(config, member, "keep-account", now);
  await insertLink(db, link);
  return { email: member.email, token: tokenOf(config, link.id) };
}

/** The successful response of every route that `growth.test.ts` doesn't call, and a call that gets it. */
const ANSWERS: Record<string, Answer> = {
  ...PEOPLE_ANSWERS,
  ...GIFT_ANSWERS,
  ...PAYMENT_ANSWERS,
  ...IMPORT_ANSWERS,
  ...INBOUND_ANSWERS,
  ...LIBRARY_ANSWERS,
  ...ADMIN_ANSWERS,
  ...BROADCAST_ANSWERS,
  "GET /api/health": {
    schema: health,
    call: async () => {
      await tickAt(Date.now());
      return {};
    },
  },
  "POST /api/auth/login": {
    schema: sessionResponse,
    call: async () => {
      const { email } = await createMember({ passwordHash: await hashPassword(config, "open sesame") });
      return { json: { email, password: "open sesame" } };
    },
  },
  "POST /api/auth/request-password-reset": {
    schema: passwordResetResponse,
    call: async () => ({ json: { email: (await createMember()).email } }),
  },
  "POST /api/auth/setup-link": {
    schema: setupLinkResponse.refine(({ wakeUp }) => wakeUp !== null),
    call: () => withLink("setup"),
  },
  "POST /api/auth/setup-password": {
    schema: sessionResponse,
    call: () => withLink("setup", { password: "open sesame" }),
  },
  "POST /api/auth/exchange": { schema: sessionResponse, call: () => withLink("exchange") },
  "POST /api/auth/sign-in": {
    schema: okResponse,
    call: async () => ({ json: { email: (await createMember()).email } }),
  },
  "POST /api/auth/sign-in/check": { schema: signInLinkResponse, call: () => withLink("sign-in") },
  "POST /api/auth/sign-in/link": { schema: sessionResponse, call: () => withLink("sign-in") },
  "POST /api/auth/sign-in/code": {
    schema: sessionResponse,
    call: async () => {
      const secret = crypto.randomUUID();
      const link = { ...newLink(config, await createMember(), "sign-in", Date.now()), boundTo: sha256(secret) };
      await insertLink(db, link);
      return { json: { code: codeOf(config, link.id) }, headers: { cookie: `sign_in=${secret}` } };
    },
  },
  "POST /api/auth/quick-login": {
    schema: sessionResponse,
    call: async () => ({ json: { email: (await createMember()).email } }),
  },
  "POST /api/auth/logout": { schema: okResponse, call: async () => ({}) },
  "GET /api/auth/verify": {
    schema: verifyResponse.required(),
    call: async () => ({ token: await tokenFor(await createMember(), Date.now() - 2 * 86_400_000) }),
  },
  "POST /api/progress/:id/not-done": {
    schema: saveProgressResponse.required(),
    call: async () => {
      const token = await tokenFor(await createMember());
      const path = `/api/progress/${dayAhead(0)}`;
      await request(path, { token, json: { totalWatched: true } });
      return { token, path: `${path}/not-done`, json: { epoch: 0 } };
    },
  },
  "POST /api/auth/keep-account": {
    schema: keptAccount,
    call: async () => ({ json: { token: (await createClosed()).token } }),
  },
  "POST /api/auth/keep-account/login": {
    schema: sessionResponse,
    call: async () => {
      const { email } = await createClosed({ passwordHash: await hashPassword(config, "open sesame") });
      return { json: { email, password: "open sesame" } };
    },
  },
  "GET /api/user/live-event": {
    schema: nextLiveEvent.refine(({ event }) => event?.invitation !== null),
    call: async () => {
      await announce();
      return { token: await tokenFor(await createMember({ subscriptionType: "annual" })) };
    },
  },
};

const BYTES = [
  "GET /api/admin/inbound/:id/file",
  "GET /audio/:filename",
  "GET /video/:filename",
  "GET /media/:filename",
  "GET /episodes/:feed/:item/:key/:file",
];
/** Routes of the tus protocol, which uses headers. */
const HEADERS_ONLY = ["POST /api/admin/uploads", "PATCH /api/admin/uploads/:id", "DELETE /api/admin/uploads/:id"];
/** Routes that return a file we generate. */
const FILES = [
  "GET /api/admin/members/export",
  "GET /api/admin/payments/export",
  "GET /api/content/sheet",
  "GET /api/admin/imports/:id/report",
  "GET /api/live-events/:id/calendar",
  "GET /feed/:token",
];
const NO_JSON = [...BYTES, ...FILES, ...HEADERS_ONLY];

beforeAll(async () => {
  const audioKey = await createMedium("audio", new Uint8Array(8));
  const played = { audioKey, embedProvider: "vimeo", embedRef: "76979871", durationSeconds: 540 } as const;
  // Midnight may pass while the file runs.
  for (const days of [0, 1]) await createItem(dayAhead(days), played);
});

test("every route that answers JSON is listed here or measured by growth.test.ts", () => {
  const registered = api.routes.filter(({ method }) => method !== "ALL").map(({ method, path }) => `${method} ${path}`);
  expect([...new Set(registered)].sort()).toEqual(
    [...Object.keys(ANSWERS), ...Object.keys(CONTRACTS), ...NO_JSON].sort(),
  );
});

test.for(Object.entries(ANSWERS))(
  "%s returns what its contract says and nothing more",
  async ([route, { schema, call }]) => {
    const [method = "", pattern = ""] = route.split(" ");
    const { path = pattern, ...options } = await call();
    const response = await request(path, { method, address: uniqueAddress(), ...options });
    expect([200, 201]).toContain(response.status);
    const body = await response.json();
    // Parsing drops unknown fields, so equality shows that there were none.
    expect(schema.parse(body)).toEqual(body);
  },
);
