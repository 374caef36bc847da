import { wakeUpBatches } from "#db/schema/wake-up.ts";
import { okResponse } from "#domain/contract/account.ts";
import { adminVerifyResponse, newCode, newKey } from "#domain/contract/administrators.ts";
import { invitationPreview, invitationsResponse } from "#domain/contract/imports.ts";
import { liveEvent, liveEventList } from "#domain/contract/live-events.ts";
import { doneResponse } from "#domain/contract/members.ts";
import { retentionReport } from "#domain/contract/privacy.ts";
import { emailPreviewResponse, sendAgainResponse, sendingState, sendWakeUpResponse } from "#domain/contract/wake-up.ts";
import { dayAhead, uniqueEmail } from "#test/support/fixtures.ts";
import { setPause } from "#worker/mail/pauses.queries.ts";
import { addAdministrator, asKey } from "./administrators.ts";
import { answersOf, asAdmin } from "./answers.ts";
import { createMember, db } from "./factories.ts";
import { startAll } from "./invited.ts";
import { request } from "./request.ts";

const EVENT = {
  title: "Live",
  startsAt: new Date(Date.now() + 8_000_000_000).toISOString(),
  url: "https://live.example.org/",
  note: "",
};

/** A batch without members, for a slot four hours ago. */
const emptyBatch = () => ({
  slotAt: Date.now() - 4 * 3_600_000,
  timezone: "America/Chicago",
  hour: 6,
  localDate: dayAhead(0),
  memberIds: "[]",
  createdAt: 0,
});

/** An upcoming live event, by its ID. */
export async function announce(own: Partial<typeof EVENT> = {}): Promise<string> {
  const requestId = crypto.randomUUID();
  await request("/api/admin/live-events", { admin: true, json: { ...EVENT, ...own, requestId } });
  return requestId;
}

async function planned(): Promise<string> {
  const { key } = await addAdministrator({ role: "editor" });
  const requestId = crypto.randomUUID();
  await request("/api/admin/live-events", asKey(key, { json: { ...EVENT, requestId } }));
  return requestId;
}

const PERSON = { name: "Ada", email: "ada@office.test", role: "editor" };
const added = async () => asAdmin({ ids: [(await addAdministrator({ role: "editor" })).id] });

/** Successful responses of the administrator's other routes, for the test of all responses. Today has an item. */
export const ADMIN_ANSWERS = answersOf({
  "POST /api/admin/verify": [adminVerifyResponse, asAdmin],
  "POST /api/admin/administrators": [newKey, () => asAdmin({ json: { ...PERSON, requestId: crypto.randomUUID() } })],
  "PUT /api/admin/administrators/:id": [okResponse, async () => ({ ...(await added()), json: PERSON })],
  "POST /api/admin/administrators/:id/key": [newKey, added],
  "POST /api/admin/administrators/:id/code": [newCode, added],
  "DELETE /api/admin/administrators/:id": [okResponse, added],
  "POST /api/admin/live-events/:id/release": [okResponse, async () => asAdmin({ ids: [await planned()], json: EVENT })],
  "POST /api/admin/logout": [okResponse, asAdmin],
  "POST /api/admin/invitations/start": [invitationsResponse, () => asAdmin({ json: startAll() })],
  "POST /api/admin/invitations/preview": [invitationPreview, () => asAdmin({ json: { kind: "invitation-offer" } })],
  "POST /api/admin/invitations/test": [
    okResponse,
    () => asAdmin({ json: { kind: "invitation", email: uniqueEmail() } }),
  ],
  "POST /api/admin/invitations/stop": [
    invitationsResponse,
    async () => {
      await request("/api/admin/invitations/start", { admin: true, json: startAll() });
      return asAdmin();
    },
  ],
  "POST /api/admin/invitations/purge": [invitationsResponse, asAdmin],
  "POST /api/admin/test-email": [okResponse, () => asAdmin({ json: { email: uniqueEmail() } })],
  "POST /api/admin/email-preview": [emailPreviewResponse, () => asAdmin({ json: { contentId: dayAhead(0) } })],
  "POST /api/admin/create-trial": [doneResponse, () => asAdmin({ json: { name: "Ana", email: uniqueEmail() } })],
  "DELETE /api/admin/trial-users/:id": [
    okResponse,
    async () => asAdmin({ ids: [(await createMember({ subscriptionType: "trial" })).id] }),
  ],
  // Sending is paused, and a batch waits that is too late to be sent.
  "POST /api/admin/delivery/try": [
    sendingState.refine(({ pause }) => pause !== null),
    async () => {
      await setPause(db, Date.now() + 3_600_000, "The provider says no");
      await db.insert(wakeUpBatches).values({ ...emptyBatch(), id: "waiting", nextAttemptAt: 0 });
      return asAdmin();
    },
  ],
  "POST /api/admin/batches/:id/send-again": [
    sendAgainResponse,
    async () => {
      const failed = { ...emptyBatch(), slotAt: Date.now(), state: "failed", failedCount: 1 } as const;
      await db.insert(wakeUpBatches).values({ ...failed, id: "answers", nextAttemptAt: 0 });
      return asAdmin({ ids: ["answers"] });
    },
  ],
  "POST /api/admin/mornings/:date/send-again": [
    sendAgainResponse.refine(({ outcome }) => outcome === "queued"),
    () => asAdmin({ ids: ["2032-03-01"], json: {} }),
  ],
  "DELETE /api/admin/mornings/:date/send-again": [
    okResponse,
    async () => {
      await request("/api/admin/mornings/2032-03-02/send-again", { admin: true, json: {} });
      return asAdmin({ ids: ["2032-03-02"] });
    },
  ],
  "POST /api/admin/wake-up": [
    sendWakeUpResponse,
    async () => asAdmin({ json: { email: (await createMember()).email } }),
  ],
  "GET /api/admin/retention": [
    retentionReport.refine(({ coming }) => coming.length > 0),
    async () => {
      await createMember({ deletedAt: 1, purgeAt: Date.now() });
      return asAdmin();
    },
  ],
  "GET /api/admin/live-events": [
    liveEventList.refine(({ coming }) => coming.length > 0),
    async () => {
      await announce();
      return asAdmin();
    },
  ],
  "POST /api/admin/live-events": [liveEvent, () => asAdmin({ json: { ...EVENT, requestId: crypto.randomUUID() } })],
  "PUT /api/admin/live-events/:id": [liveEvent, async () => asAdmin({ ids: [await announce()], json: EVENT })],
  "DELETE /api/admin/live-events/:id": [okResponse, async () => asAdmin({ ids: [await announce()] })],
});
