import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import type * as z from "zod";
import {
  okResponse,
  passwordResetResponse,
  sessionResponse,
  sessionsResponse,
  setupLinkResponse,
  signInLinkResponse,
  verifyResponse,
} from "#domain/contract/account.ts";
import { browseResponse, favoriteResponse } from "#domain/contract/content/browse.ts";
import { contentList, contentMonths, openedItem } from "#domain/contract/content/content.ts";
import { health } from "#domain/contract/health.ts";
import { nextLiveEvent } from "#domain/contract/live-events.ts";
import { unsubscribeResponse } from "#domain/contract/mail-responses.ts";
import { morningsResponse, profileResponse } from "#domain/contract/profile.ts";
import {
  activityResponse,
  engagementResponse,
  progressResponse,
  saveProgressResponse,
  streakResponse,
} from "#domain/contract/progress.ts";
import { monthOf } from "#domain/rules/calendar-days.ts";
import { dayAhead } from "#test/support/fixtures.ts";
import { ADMIN_ANSWERS, announce } from "#test/worker/admin-answers.ts";
import { BROADCAST_ANSWERS } from "#test/worker/broadcast-answers.ts";
import { BY_MAIL_ANSWERS } from "#test/worker/by-mail-answers.ts";
import { createItem, createMedium, createMember, db, tokenFor, uniqueAddress } from "#test/worker/factories.ts";
import { FEED_ANSWERS } from "#test/worker/feed-answers.ts";
import { GIFT_ANSWERS } from "#test/worker/gift-answers.ts";
import { IMPORT_ANSWERS } from "#test/worker/import-answers.ts";
import { INBOUND_ANSWERS } from "#test/worker/inbound-answers.ts";
import { tickAt } from "#test/worker/jobs.ts";
import { LIBRARY_ANSWERS } from "#test/worker/library-answers.ts";
import { PAYMENT_ANSWERS } from "#test/worker/payment-answers.ts";
import { PEOPLE_ANSWERS } from "#test/worker/people-answers.ts";
import { PRIVACY_ANSWERS } from "#test/worker/privacy-answers.ts";
import { request } from "#test/worker/request.ts";
import { insertLink } from "../account/auth-tokens.queries.ts";
import { hashPassword } from "../account/password/password.ts";
import { newLink } from "../account/single-use-link.ts";
import { readConfig } from "../kernel/env.ts";
import { sha256 } from "../kernel/hashing.ts";
import { codeOf, tokenOf } from "../kernel/links/signing-keys.ts";
import { undoValue, unsubscribeKey } from "../kernel/links/unsubscribe-key.ts";
import { api } from "./api.ts";

const config = readConfig(env);

type Call = {
  method?: string;
  path?: string;
  token?: string;
  admin?: boolean;
  json?: unknown;
  headers?: Record<string, string>;
};
type Answer = { schema: z.ZodType; call: () => Promise<Call> };

async function asMember(call: Call = {}): Promise<Call> {
  return { token: await tokenFor(await createMember()), ...call };
}

async function withLink(purpose: "setup" | "exchange" | "sign-in", more: Record<string, unknown> = {}): Promise<Call> {
  const member = await createMember({ subscriptionType: "trial" });
  const link = newLink(config, member.id, purpose, Date.now());
  await insertLink(db, link);
  return { json: { token: tokenOf(config, link.id), email: member.email, ...more } };
}

async function byUnsubscribeLink(): Promise<{ member: string; key: string }> {
  const { id } = await createMember();
  return { member: id, key: unsubscribeKey(config, { id, unsubscribeKey: 1 }) };
}

/** Every route's successful response, and a call that gets it. */
const ANSWERS: Record<string, Answer> = {
  ...PEOPLE_ANSWERS,
  ...PRIVACY_ANSWERS,
  ...BY_MAIL_ANSWERS,
  ...GIFT_ANSWERS,
  ...PAYMENT_ANSWERS,
  ...IMPORT_ANSWERS,
  ...INBOUND_ANSWERS,
  ...LIBRARY_ANSWERS,
  ...FEED_ANSWERS,
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
      const link = { ...newLink(config, (await createMember()).id, "sign-in", Date.now()), boundTo: sha256(secret) };
      await insertLink(db, link);
      return { json: { code: codeOf(config, link.id) }, headers: { cookie: `sign_in=${secret}` } };
    },
  },
  "POST /api/user/email-code": { schema: okResponse, call: asMember },
  "POST /api/auth/quick-login": {
    schema: sessionResponse,
    call: async () => ({ json: { email: (await createMember()).email } }),
  },
  "POST /api/auth/logout": { schema: okResponse, call: async () => ({}) },
  "GET /api/auth/verify": {
    schema: verifyResponse,
    call: async () => ({ token: await tokenFor(await createMember(), Date.now() - 2 * 86_400_000) }),
  },
  "GET /api/user/profile": { schema: profileResponse, call: asMember },
  "PUT /api/user/profile": { schema: profileResponse, call: () => asMember({ json: { emailTime: "07:00" } }) },
  "GET /api/user/mornings": { schema: morningsResponse, call: asMember },
  "POST /api/user/test-mail": { schema: okResponse, call: asMember },
  "GET /api/user/sessions": {
    schema: sessionsResponse.refine(({ sessions }) => sessions.length === 1),
    call: asMember,
  },
  "DELETE /api/user/sessions": { schema: okResponse, call: asMember },
  "DELETE /api/user/sessions/:id": {
    schema: okResponse,
    call: () => asMember({ path: `/api/user/sessions/${crypto.randomUUID()}` }),
  },
  "POST /api/user/change-password": {
    schema: sessionResponse,
    call: async () => ({
      token: await tokenFor(await createMember({ passwordHash: await hashPassword(config, "open sesame") })),
      json: { currentPassword: "open sesame", newPassword: "close sesame" },
    }),
  },
  "GET /api/user/live-event": {
    schema: nextLiveEvent.refine(({ event }) => event?.invitation !== null),
    call: async () => {
      await announce();
      return { token: await tokenFor(await createMember({ subscriptionType: "annual" })) };
    },
  },
  "GET /api/user/engagement": { schema: engagementResponse, call: asMember },
  "GET /api/user/streak": { schema: streakResponse, call: asMember },
  "GET /api/user/activity": {
    schema: activityResponse.refine(({ days }) => days.length === 1),
    call: async () => {
      const call = await asMember();
      await request(`/api/progress/${dayAhead(0)}`, { ...call, json: { totalWatched: true } });
      return call;
    },
  },
  "GET /api/content": {
    schema: contentList.min(1),
    call: () => {
      const [year, month] = monthOf(dayAhead(0)).split("-").map(Number);
      return asMember({ path: `/api/content?year=${year}&month=${month}` });
    },
  },
  "GET /api/content/months": { schema: contentMonths.min(1), call: asMember },
  "GET /api/content/library": {
    schema: browseResponse.refine(({ items }) => items.length > 0),
    call: () => asMember({ path: "/api/content/library?q=E" }),
  },
  "PUT /api/content/:id/favorite": {
    schema: favoriteResponse.refine(({ isFavorite }) => isFavorite),
    call: () => asMember({ path: `/api/content/${dayAhead(0)}/favorite` }),
  },
  "DELETE /api/content/:id/favorite": {
    schema: favoriteResponse.refine(({ isFavorite }) => !isFavorite),
    call: () => asMember({ path: `/api/content/${dayAhead(0)}/favorite` }),
  },
  "GET /api/content/:id": { schema: openedItem, call: () => asMember({ path: `/api/content/${dayAhead(0)}` }) },
  "GET /api/progress/:id": { schema: progressResponse, call: () => asMember({ path: `/api/progress/${dayAhead(0)}` }) },
  "POST /api/progress/:id": {
    schema: saveProgressResponse,
    call: () => asMember({ path: `/api/progress/${dayAhead(0)}`, json: { audioProgress: 50, audioPosition: 270 } }),
  },
  "POST /api/progress/:id/start-over": {
    schema: saveProgressResponse,
    call: () => asMember({ path: `/api/progress/${dayAhead(0)}/start-over`, json: { epoch: 0 } }),
  },
  "POST /api/progress/:id/not-done": {
    schema: saveProgressResponse.required(),
    call: async () => {
      const call = await asMember();
      const path = `/api/progress/${dayAhead(0)}`;
      await request(path, { ...call, json: { totalWatched: true } });
      return { ...call, path: `${path}/not-done`, json: { epoch: 0 } };
    },
  },
  "POST /api/unsubscribe": {
    schema: unsubscribeResponse,
    call: async () => ({ json: await byUnsubscribeLink() }),
  },
  "POST /api/unsubscribe/check": {
    schema: unsubscribeResponse,
    call: async () => ({ json: await byUnsubscribeLink() }),
  },
  "POST /api/unsubscribe/undo": {
    schema: unsubscribeResponse,
    call: async () => {
      const stoppedAt = Date.now();
      const { id } = await createMember({ emailEnabled: false, updatedAt: stoppedAt });
      return {
        json: {
          member: id,
          key: unsubscribeKey(config, { id, unsubscribeKey: 1 }),
          undo: undoValue(config, id, stoppedAt),
        },
      };
    },
  },
  "POST /unsubscribe": {
    schema: unsubscribeResponse,
    call: async () => ({ path: `/unsubscribe?${new URLSearchParams(await byUnsubscribeLink())}` }),
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

test("every route that answers JSON is listed here", () => {
  const registered = api.routes.filter(({ method }) => method !== "ALL").map(({ method, path }) => `${method} ${path}`);
  expect([...new Set(registered)].sort()).toEqual([...Object.keys(ANSWERS), ...NO_JSON].sort());
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
