import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import type * as z from "zod";
import { wakeUpBatches } from "#db/schema/wake-up.ts";
import { adminStats, emailPreviewResponse, sendWakeUpResponse } from "#domain/contract/admin.ts";
import { auditPage } from "#domain/contract/audit.ts";
import { okResponse, passwordResetResponse, sessionResponse, verifyResponse } from "#domain/contract/auth.ts";
import { contentList, contentMatches, contentMonths, openedItem } from "#domain/contract/content.ts";
import { deliveryResponse, sendAgainResponse, sendingState } from "#domain/contract/delivery.ts";
import {
  contentCalendar,
  contentLibrary,
  contentRevisions,
  deletedContent,
  libraryItem,
  mediaList,
  preflightResponse,
  runwayResponse,
} from "#domain/contract/library.ts";
import { liveEvent, liveEventList, nextLiveEvent } from "#domain/contract/live-events.ts";
import { mailDomain } from "#domain/contract/mail-domain.ts";
import { morningsResponse, profileResponse } from "#domain/contract/members.ts";
import { overviewResponse } from "#domain/contract/overview.ts";
import {
  activityResponse,
  engagementResponse,
  progressResponse,
  saveProgressResponse,
  streakResponse,
} from "#domain/contract/progress.ts";
import { createTrialResponse, trialUserList } from "#domain/contract/trials.ts";
import { unsubscribeResponse } from "#domain/contract/unsubscribe.ts";
import { medium, uploadResponse } from "#domain/contract/uploads.ts";
import { monthOf } from "#domain/rules/calendar-days.ts";
import { instantAt } from "#domain/rules/instants.ts";
import { dateIn } from "#domain/rules/local-time.ts";
import { uniqueEmail } from "#test/support/fixtures.ts";
import { BY_MAIL_ANSWERS } from "#test/worker/by-mail-answers.ts";
import { createItem, createMedium, createMember, db, tokenFor, uniqueAddress } from "#test/worker/factories.ts";
import { GIFT_ANSWERS } from "#test/worker/gift-answers.ts";
import { INBOUND_ANSWERS } from "#test/worker/inbound-answers.ts";
import { PAYMENT_ANSWERS } from "#test/worker/payment-answers.ts";
import { PEOPLE_ANSWERS } from "#test/worker/people-answers.ts";
import { request } from "#test/worker/request.ts";
import { api } from "./api.ts";
import { insertLink } from "./auth/auth-tokens.queries.ts";
import { hashPassword } from "./auth/password.ts";
import { newLink } from "./auth/single-use-link.ts";
import { readConfig } from "./env.ts";
import { tokenOf } from "./hashing.ts";
import { undoValue, unsubscribeKey } from "./unsubscribe-key.ts";

const config = readConfig(env);
const today = dateIn("America/Chicago", Date.now());
const [year, month] = monthOf(today).split("-").map(Number);

type Call = { method?: string; path?: string; token?: string; admin?: boolean; json?: unknown };
type Answer = { schema: z.ZodType; call: () => Promise<Call> };

async function asMember(call: Call = {}): Promise<Call> {
  return { token: await tokenFor(await createMember()), ...call };
}

async function asAdmin(call: Call = {}): Promise<Call> {
  return { admin: true, ...call };
}

async function withLink(purpose: "setup" | "exchange", more: Record<string, unknown> = {}): Promise<Call> {
  const member = await createMember();
  const link = newLink(config, member.id, purpose, Date.now());
  await insertLink(db, link);
  return { json: { token: tokenOf(config, link.id), email: member.email, ...more } };
}

const captions = Uint8Array.from(new TextEncoder().encode("WEBVTT\n"));

/** The path of an upload that has arrived whole. */
async function uploadOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const metadata = `filename ${btoa("answers.vtt")},kind ${btoa("captions")}`;
  const headers = { "upload-length": String(bytes.length), "upload-metadata": metadata };
  const begun = await request("/api/admin/uploads", { method: "POST", admin: true, headers });
  const path = begun.headers.get("location") ?? "";
  const part = { "upload-offset": "0", "content-length": headers["upload-length"] };
  const type = { "content-type": "application/offset+octet-stream" };
  await request(path, { method: "PATCH", admin: true, headers: { ...part, ...type }, body: bytes });
  return path;
}

async function byUnsubscribeLink(): Promise<{ member: string; key: string }> {
  const { id } = await createMember();
  return { member: id, key: unsubscribeKey(config, id) };
}

const EVENT = {
  title: "Live",
  startsAt: new Date(Date.now() + 8_000_000_000).toISOString(),
  url: "https://live.example.org/",
  note: "",
};

async function announce(): Promise<string> {
  const requestId = crypto.randomUUID();
  await request("/api/admin/live-events", { admin: true, json: { ...EVENT, requestId } });
  return requestId;
}

async function deleteItemOf(date: string): Promise<string> {
  const { id } = await createItem(date);
  await request(`/api/content/${id}`, { method: "DELETE", admin: true });
  return id;
}

async function editItemOf(date: string): Promise<string> {
  const { id } = await createItem(date);
  await request(`/api/content/${id}`, { method: "PUT", admin: true, json: { title: "Edited" } });
  return id;
}

/** What every route answers when all goes well, and a call that makes it so. */
const ANSWERS: Record<string, Answer> = {
  ...PEOPLE_ANSWERS,
  ...BY_MAIL_ANSWERS,
  ...GIFT_ANSWERS,
  ...PAYMENT_ANSWERS,
  ...INBOUND_ANSWERS,
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
  "POST /api/auth/setup-password": {
    schema: sessionResponse,
    call: () => withLink("setup", { password: "open sesame" }),
  },
  "POST /api/auth/exchange": { schema: sessionResponse, call: () => withLink("exchange") },
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
      await request(`/api/progress/${today}`, { ...call, json: { totalWatched: true } });
      return call;
    },
  },
  "GET /api/content": {
    schema: contentList.min(1),
    call: () => asMember({ path: `/api/content?year=${year}&month=${month}` }),
  },
  "GET /api/content/months": { schema: contentMonths.min(1), call: asMember },
  "GET /api/content/search": {
    schema: contentMatches.min(1),
    call: () => asMember({ path: "/api/content/search?q=E" }),
  },
  "GET /api/content/all": { schema: contentLibrary.min(1), call: asAdmin },
  "GET /api/content/calendar": {
    schema: contentCalendar.min(1),
    call: () => asAdmin({ path: `/api/content/calendar?month=${monthOf(today)}` }),
  },
  "GET /api/content/runway": { schema: runwayResponse, call: asAdmin },
  "GET /api/content/deleted": {
    schema: deletedContent.min(1),
    call: async () => {
      await deleteItemOf("2031-02-01");
      return asAdmin();
    },
  },
  "DELETE /api/content/:id": {
    schema: okResponse,
    call: async () => asAdmin({ path: `/api/content/${(await createItem("2031-02-02")).id}` }),
  },
  "POST /api/content/:id/restore": {
    schema: libraryItem,
    call: async () => asAdmin({ path: `/api/content/${await deleteItemOf("2031-02-03")}/restore`, json: {} }),
  },
  "POST /api/content/:id/duplicate": {
    schema: libraryItem,
    call: () => asAdmin({ path: `/api/content/${today}/duplicate`, json: { date: "2031-02-04" } }),
  },
  "GET /api/content/:id/revisions": {
    schema: contentRevisions.min(1),
    call: async () => asAdmin({ path: `/api/content/${await editItemOf("2031-02-05")}/revisions` }),
  },
  "POST /api/content/:id/revisions/:version/restore": {
    schema: libraryItem,
    call: async () => asAdmin({ path: `/api/content/${await editItemOf("2031-02-06")}/revisions/1/restore`, json: {} }),
  },
  "GET /api/content/:id/preflight": {
    schema: preflightResponse.min(1),
    call: () => asAdmin({ path: `/api/content/${today}/preflight` }),
  },
  "GET /api/content/date/:date": { schema: libraryItem, call: () => asAdmin({ path: `/api/content/date/${today}` }) },
  "GET /api/content/:id": { schema: openedItem, call: () => asMember({ path: `/api/content/${today}` }) },
  "POST /api/content": { schema: libraryItem, call: () => asAdmin({ json: { date: "2031-01-01", title: "New" } }) },
  "PUT /api/content/:id": {
    schema: libraryItem,
    call: () => asAdmin({ path: `/api/content/${today}`, json: { title: "New" } }),
  },
  "GET /api/progress/:id": { schema: progressResponse, call: () => asMember({ path: `/api/progress/${today}` }) },
  "POST /api/progress/:id": {
    schema: saveProgressResponse,
    call: () => asMember({ path: `/api/progress/${today}`, json: { audioProgress: 50, audioPosition: 270 } }),
  },
  "POST /api/progress/:id/start-over": {
    schema: saveProgressResponse,
    call: () => asMember({ path: `/api/progress/${today}/start-over`, json: { epoch: 0 } }),
  },
  "POST /api/progress/:id/not-done": {
    schema: saveProgressResponse.required(),
    call: async () => {
      const call = await asMember();
      await request(`/api/progress/${today}`, { ...call, json: { totalWatched: true } });
      return { ...call, path: `/api/progress/${today}/not-done`, json: { epoch: 0 } };
    },
  },
  "POST /api/admin/verify": { schema: okResponse, call: asAdmin },
  "POST /api/admin/logout": { schema: okResponse, call: () => asAdmin({ method: "POST" }) },
  "GET /api/admin/stats": { schema: adminStats, call: asAdmin },
  "GET /api/admin/audit": {
    schema: auditPage.refine(({ entries }) => entries.length > 0),
    call: async () => {
      await request(`/api/content/${today}`, { admin: true, method: "PUT", json: { title: "Audited" } });
      return asAdmin();
    },
  },
  "GET /api/admin/mail-domain": { schema: mailDomain, call: asAdmin },
  "POST /api/admin/test-email": { schema: okResponse, call: () => asAdmin({ json: { email: uniqueEmail() } }) },
  "GET /api/admin/media": {
    schema: mediaList.min(1),
    call: () => asAdmin({ path: "/api/admin/media?kind=audio" }),
  },
  "POST /api/admin/email-preview": {
    schema: emailPreviewResponse,
    call: () => asAdmin({ json: { contentId: today } }),
  },
  "POST /api/admin/create-trial": {
    schema: createTrialResponse,
    call: () => asAdmin({ json: { name: "Ana", email: uniqueEmail() } }),
  },
  "GET /api/admin/trial-users": {
    schema: trialUserList.min(1),
    call: async () => {
      await createMember({ subscriptionType: "trial" });
      return asAdmin();
    },
  },
  "DELETE /api/admin/trial-users/:id": {
    schema: okResponse,
    call: async () => {
      const { id } = await createMember({ subscriptionType: "trial" });
      return asAdmin({ path: `/api/admin/trial-users/${id}` });
    },
  },
  "GET /api/admin/overview": { schema: overviewResponse, call: asAdmin },
  "GET /api/admin/delivery": { schema: deliveryResponse, call: asAdmin },
  "POST /api/admin/delivery/try": { schema: sendingState, call: asAdmin },
  "POST /api/admin/batches/:id/send-again": {
    schema: sendAgainResponse,
    call: async () => {
      await db.insert(wakeUpBatches).values({
        id: "answers",
        slotAt: Date.now(),
        timezone: "America/Chicago",
        hour: 6,
        localDate: today,
        memberIds: "[]",
        state: "failed",
        failedCount: 1,
        nextAttemptAt: 0,
        createdAt: 0,
      });
      return asAdmin({ method: "POST", path: "/api/admin/batches/answers/send-again" });
    },
  },
  "POST /api/admin/slots/:slotAt/send-again": {
    schema: sendAgainResponse,
    call: async () => {
      await createMember();
      return asAdmin({ method: "POST", path: `/api/admin/slots/${instantAt(today, 6, "America/Chicago")}/send-again` });
    },
  },
  "POST /api/admin/wake-up": {
    schema: sendWakeUpResponse,
    call: async () => asAdmin({ json: { email: (await createMember()).email } }),
  },
  "GET /api/admin/uploads/:id": {
    schema: uploadResponse,
    call: async () => asAdmin({ path: await uploadOf(captions) }),
  },
  "POST /api/admin/uploads/:id/complete": {
    schema: medium,
    call: async () => asAdmin({ path: `${await uploadOf(captions)}/complete`, json: {} }),
  },
  "GET /api/admin/live-events": {
    schema: liveEventList.refine(({ coming }) => coming.length > 0),
    call: async () => {
      await announce();
      return asAdmin();
    },
  },
  "POST /api/admin/live-events": {
    schema: liveEvent,
    call: () => asAdmin({ json: { ...EVENT, requestId: crypto.randomUUID() } }),
  },
  "PUT /api/admin/live-events/:id": {
    schema: liveEvent,
    call: async () => asAdmin({ path: `/api/admin/live-events/${await announce()}`, json: EVENT }),
  },
  "DELETE /api/admin/live-events/:id": {
    schema: okResponse,
    call: async () => asAdmin({ path: `/api/admin/live-events/${await announce()}` }),
  },
  "POST /api/unsubscribe": {
    schema: unsubscribeResponse,
    call: async () => ({ json: await byUnsubscribeLink() }),
  },
  "POST /api/unsubscribe/undo": {
    schema: unsubscribeResponse,
    call: async () => {
      const stoppedAt = Date.now();
      const { id } = await createMember({ emailEnabled: false, updatedAt: stoppedAt });
      return { json: { member: id, key: unsubscribeKey(config, id), undo: undoValue(config, id, stoppedAt) } };
    },
  },
  "POST /unsubscribe": {
    schema: unsubscribeResponse,
    call: async () => ({ path: `/unsubscribe?${new URLSearchParams(await byUnsubscribeLink())}` }),
  },
};

/** Routes whose answer is bytes. */
const BYTES = [
  "GET /api/admin/inbound/:id/file",
  "GET /audio/:filename",
  "GET /video/:filename",
  "GET /media/:filename",
];
/** Routes of the tus protocol, which speaks in headers. */
const HEADERS_ONLY = ["POST /api/admin/uploads", "PATCH /api/admin/uploads/:id", "DELETE /api/admin/uploads/:id"];
/** Routes whose answer is a file that we write. */
const FILES = ["GET /api/admin/members/export", "GET /api/live-events/:id/calendar"];
const NO_JSON = [...BYTES, ...FILES, ...HEADERS_ONLY];

beforeAll(async () => {
  const audioKey = await createMedium("audio", new Uint8Array(8));
  await createItem(today, { audioKey, embedProvider: "vimeo", embedRef: "76979871", durationSeconds: 540 });
});

test("every route that answers JSON is listed here", () => {
  const registered = api.routes.filter(({ method }) => method !== "ALL").map(({ method, path }) => `${method} ${path}`);
  expect([...new Set(registered)].sort()).toEqual([...Object.keys(ANSWERS), ...NO_JSON].sort());
});

test.for(Object.entries(ANSWERS))(
  "%s answers what its contract says, and nothing beside it",
  async ([route, { schema, call }]) => {
    const [method = "", pattern = ""] = route.split(" ");
    const { path = pattern, ...options } = await call();
    const response = await request(path, { method, address: uniqueAddress(), ...options });
    expect([200, 201]).toContain(response.status);
    const body = await response.json();
    // Parsing drops what the contract does not know, so equality shows that there was no such thing.
    expect(schema.parse(body)).toEqual(body);
  },
);
