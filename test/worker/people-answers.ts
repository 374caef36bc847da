import { env } from "cloudflare:workers";
import { addressResponse, confirmedAddress, okResponse } from "#domain/contract/account.ts";
import { memberJob, memberJobList } from "#domain/contract/member-jobs.ts";
import { doneResponse } from "#domain/contract/members.ts";
import { addDays } from "#domain/rules/calendar-days.ts";
import { dateIn } from "#domain/rules/local-time.ts";
import { uniqueEmail } from "#test/support/fixtures.ts";
import { insertLink } from "#worker/account/auth-tokens.queries.ts";
import { newLink } from "#worker/account/single-use-link.ts";
import { readConfig } from "#worker/kernel/env.ts";
import { tokenOf } from "#worker/kernel/links/signing-keys.ts";
import { queueMail } from "#worker/mail/transactional-mail.ts";
import { answersOf, asAdmin } from "./answers.ts";
import { createMember, db, tokenFor } from "./factories.ts";
import { signed } from "./mail-events.ts";
import { request } from "./request.ts";

const config = readConfig(env);
const trial = { subscriptionType: "trial", subscriptionStatus: "trial", passwordHash: null } as const;
const requestId = () => crypto.randomUUID();

/** A call about a new member. */
const about =
  (json: () => object, of: Parameters<typeof createMember>[0] = {}) =>
  async () =>
    asAdmin({ ids: [(await createMember(of)).id], json: json() });

async function withAddressLink() {
  const link = { ...newLink(config, await createMember(), "address", Date.now()), newEmail: uniqueEmail() };
  await insertLink(db, link);
  return { json: { token: tokenOf(config, link.id) } };
}

/** A job for new members with a label, which has chosen them. */
async function chosenJob() {
  const of = { filter: { label: requestId().slice(0, 8) } };
  const { id } = await createMember();
  await request(`/api/admin/members/${id}/labels`, { method: "PUT", admin: true, json: { labels: [of.filter.label] } });
  const json = { requestId: requestId(), action: { kind: "label", label: "vip" }, of };
  return { json, ids: [json.requestId] };
}

async function storedJob(json: object) {
  const { json: job, ids } = await chosenJob();
  await request("/api/admin/members/jobs", { admin: true, json: job });
  return asAdmin({ ids, json });
}

async function runningJob() {
  const { ids, json } = await storedJob({ chosen: 1, leavesOutSubscribers: false });
  await request(`/api/admin/members/jobs/${ids}/confirm`, { admin: true, json });
  return asAdmin({ ids });
}

/** Successful responses of the member routes, for the test of all responses. */
export const PEOPLE_ANSWERS = answersOf({
  "POST /api/auth/confirm-address": [confirmedAddress, withAddressLink],
  "POST /api/auth/confirm-address/check": [addressResponse, withAddressLink],
  "POST /api/admin/trial-users/:id/invite": [doneResponse, about(() => ({ requestId: requestId() }), trial)],
  "PUT /api/admin/trial-users/:id/end": [
    doneResponse,
    about(() => ({ endDate: addDays(dateIn("UTC", Date.now()), 90) }), trial),
  ],
  "GET /api/admin/members/jobs": [
    memberJobList,
    async () => {
      await runningJob();
      return asAdmin({});
    },
  ],
  "POST /api/admin/members/jobs": [memberJob, async () => asAdmin({ json: (await chosenJob()).json })],
  "POST /api/admin/members/jobs/:id/confirm": [memberJob, () => storedJob({ chosen: 1, leavesOutSubscribers: false })],
  "DELETE /api/admin/members/jobs/:id": [memberJob, runningJob],
  "PUT /api/admin/members/:id/labels": [okResponse, about(() => ({ labels: ["vip"] }))],
  "POST /api/admin/members/:id/notes": [okResponse, about(() => ({ requestId: requestId(), text: "Called." }))],
  "DELETE /api/admin/members/:id/notes/:noteId": [
    okResponse,
    async () => {
      const { id } = await createMember();
      const json = { requestId: requestId(), text: "Called." };
      await request(`/api/admin/members/${id}/notes`, { admin: true, json });
      return asAdmin({ ids: [id, json.requestId] });
    },
  ],
  "POST /api/admin/members/:id/password-mail": [doneResponse, about(() => ({ requestId: requestId() }))],
  "POST /api/admin/members/:id/close": [doneResponse, about(() => ({}))],
  "POST /api/admin/members/:id/mails": [doneResponse, about(() => ({ isOn: false }))],
  "POST /api/admin/members/:id/lift-suppression": [doneResponse, about(() => ({}), { suppressedAt: 1 })],
  "POST /api/resend/webhook": [
    okResponse,
    async () => ({ body: "{}", headers: { "content-type": "application/json", ...signed("{}") } }),
  ],
  "POST /api/admin/members/:id/sign-out": [
    doneResponse,
    async () => {
      const member = await createMember();
      await tokenFor(member);
      return asAdmin({ ids: [member.id], json: {} });
    },
  ],
  "POST /api/admin/members/:id/address": [
    doneResponse,
    about(() => ({ requestId: requestId(), email: uniqueEmail() })),
  ],
  "POST /api/admin/members/:id/resend": [
    doneResponse,
    async () => {
      const { id } = await createMember();
      const mail = queueMail({ db, now: 0 }, { kind: "test-mail", memberId: id, to: uniqueEmail(), parameters: {} });
      await mail.insert;
      await env.DB.prepare("update transactional_mails set state = 'failed' where id = ?").bind(mail.id).run();
      return asAdmin({ ids: [id], json: { requestId: requestId(), mailId: mail.id } });
    },
  ],
  "POST /api/admin/members/:id/grants": [
    doneResponse,
    about(() => ({ requestId: requestId(), plan: "annual", months: 1, reason: "Sorry" })),
  ],
  "POST /api/admin/members/:id/grants/:grantId/end": [
    doneResponse,
    async () => {
      const { id } = await createMember({ subscriptionType: "gift" });
      const grant = await env.DB.prepare("select id from access_grants where member_id = ?").bind(id).first("id");
      return asAdmin({ ids: [id, String(grant)], json: { reason: "Asked for it" } });
    },
  ],
});
