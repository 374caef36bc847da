import { env } from "cloudflare:workers";
import type * as z from "zod";
import { addressResponse, okResponse } from "#domain/contract/account.ts";
import { memberCounts, memberList } from "#domain/contract/member-list.ts";
import { doneResponse, memberFile, memberMailList, memberMornings, openedMail } from "#domain/contract/members.ts";
import { addDays } from "#domain/rules/calendar-days.ts";
import { dateIn } from "#domain/rules/local-time.ts";
import { uniqueEmail } from "#test/support/fixtures.ts";
import { insertLink } from "#worker/account/auth-tokens.queries.ts";
import { newLink } from "#worker/account/single-use-link.ts";
import { readConfig } from "#worker/kernel/env.ts";
import { tokenOf } from "#worker/kernel/links/signing-keys.ts";
import { queueMail } from "#worker/mail/transactional-mail.ts";
import { createMember, db, tokenFor } from "./factories.ts";
import { signed } from "./mail-events.ts";
import { type RequestOptions, request } from "./request.ts";
import { keepWakeUp } from "./stored-batch.ts";

type Call = RequestOptions & { path?: string };
type Answer = { schema: z.ZodType; call: () => Promise<Call> };
type About = [noun: "members" | "trial-users", action: string, json?: unknown, of?: Parameters<typeof createMember>[0]];

const config = readConfig(env);
const trial = { subscriptionType: "trial", subscriptionStatus: "trial", passwordHash: null } as const;
const requestId = () => crypto.randomUUID();

/** A call about a new member, and its response. */
function answerAbout(schema: z.ZodType, about: () => About): Answer {
  const call = async () => {
    const [noun, action, json, of] = about();
    const path = `/api/admin/${noun}/${(await createMember(of)).id}${action && `/${action}`}`;
    return { admin: true, path, ...(json === undefined ? {} : { json }) };
  };
  return { schema, call };
}

async function withAddressLink(): Promise<Call> {
  const link = { ...newLink(config, (await createMember()).id, "address", Date.now()), newEmail: uniqueEmail() };
  await insertLink(db, link);
  return { json: { token: tokenOf(config, link.id) } };
}

/** Successful responses of the member routes, for the test of all responses. */
export const PEOPLE_ANSWERS: Record<string, Answer> = {
  "POST /api/auth/confirm-address": { schema: addressResponse, call: withAddressLink },
  "POST /api/auth/confirm-address/check": { schema: addressResponse, call: withAddressLink },
  "POST /api/admin/trial-users/:id/invite": answerAbout(doneResponse, () => [
    "trial-users",
    "invite",
    { requestId: requestId() },
    trial,
  ]),
  "PUT /api/admin/trial-users/:id/end": answerAbout(doneResponse, () => [
    "trial-users",
    "end",
    { endDate: addDays(dateIn("UTC", Date.now()), 90) },
    trial,
  ]),
  "GET /api/admin/members": { schema: memberList, call: async () => ({ admin: true }) },
  "GET /api/admin/members/counts": { schema: memberCounts, call: async () => ({ admin: true }) },
  "GET /api/admin/members/:id": answerAbout(memberFile, () => ["members", ""]),
  "GET /api/admin/members/:id/mails/:mailId": {
    schema: openedMail,
    call: async () => {
      const { id } = await createMember();
      const mail = queueMail({ db, now: 0 }, { kind: "test-mail", memberId: id, to: uniqueEmail(), parameters: {} });
      await mail.insert;
      return { admin: true, path: `/api/admin/members/${id}/mails/${mail.id}` };
    },
  },
  "GET /api/admin/members/:id/wake-ups/:date": {
    schema: openedMail,
    call: async () => {
      const member = await createMember();
      await keepWakeUp(member, "2026-07-01");
      return { admin: true, path: `/api/admin/members/${member.id}/wake-ups/2026-07-01` };
    },
  },
  "GET /api/admin/members/:id/mornings": answerAbout(memberMornings, () => ["members", "mornings"]),
  "GET /api/admin/members/:id/mails": {
    schema: memberMailList.refine(({ mails }) => mails.length > 0),
    call: async () => {
      const { id } = await createMember();
      await queueMail({ db, now: 0 }, { kind: "test-mail", memberId: id, to: uniqueEmail(), parameters: {} }).insert;
      return { admin: true, path: `/api/admin/members/${id}/mails` };
    },
  },
  "PUT /api/admin/members/:id/labels": answerAbout(okResponse, () => ["members", "labels", { labels: ["vip"] }]),
  "POST /api/admin/members/:id/notes": answerAbout(okResponse, () => [
    "members",
    "notes",
    { requestId: requestId(), text: "Called." },
  ]),
  "DELETE /api/admin/members/:id/notes/:noteId": {
    schema: okResponse,
    call: async () => {
      const path = `/api/admin/members/${(await createMember()).id}/notes`;
      const json = { requestId: requestId(), text: "Called." };
      await request(path, { admin: true, json });
      return { admin: true, path: `${path}/${json.requestId}` };
    },
  },
  "POST /api/admin/members/:id/password-mail": answerAbout(doneResponse, () => [
    "members",
    "password-mail",
    { requestId: requestId() },
  ]),
  "POST /api/admin/members/:id/lift-suppression": answerAbout(doneResponse, () => [
    "members",
    "lift-suppression",
    {},
    { suppressedAt: 1 },
  ]),
  "POST /api/user/ask-for-mails": {
    schema: okResponse,
    call: async () => ({ token: await tokenFor(await createMember({ suppressedAt: 1 })), json: {} }),
  },
  "POST /api/resend/webhook": {
    schema: okResponse,
    call: async () => ({ body: "{}", headers: { "content-type": "application/json", ...signed("{}") } }),
  },
  "POST /api/admin/members/:id/sign-out": {
    schema: doneResponse,
    call: async () => {
      const member = await createMember();
      await tokenFor(member);
      return { admin: true, path: `/api/admin/members/${member.id}/sign-out`, json: {} };
    },
  },
  "POST /api/admin/members/:id/address": answerAbout(doneResponse, () => [
    "members",
    "address",
    { requestId: requestId(), email: uniqueEmail() },
  ]),
  "POST /api/admin/members/:id/resend": {
    schema: doneResponse,
    call: async () => {
      const { id } = await createMember();
      const mail = queueMail({ db, now: 0 }, { kind: "test-mail", memberId: id, to: uniqueEmail(), parameters: {} });
      await mail.insert;
      await env.DB.prepare("update transactional_mails set state = 'failed' where id = ?").bind(mail.id).run();
      const json = { requestId: requestId(), mailId: mail.id };
      return { admin: true, path: `/api/admin/members/${id}/resend`, json };
    },
  },
  "POST /api/admin/members/:id/grants": answerAbout(doneResponse, () => [
    "members",
    "grants",
    { requestId: requestId(), plan: "annual", months: 1, reason: "Sorry" },
  ]),
  "POST /api/admin/members/:id/grants/:grantId/end": {
    schema: doneResponse,
    call: async () => {
      const { id } = await createMember({ subscriptionType: "gift" });
      const grant = await env.DB.prepare("select id from access_grants where member_id = ?").bind(id).first("id");
      return { admin: true, path: `/api/admin/members/${id}/grants/${grant}/end`, json: { reason: "Asked for it" } };
    },
  },
};
