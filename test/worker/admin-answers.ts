import { wakeUpBatches } from "#db/schema/wake-up.ts";
import { okResponse } from "#domain/contract/account.ts";
import { invitationsResponse } from "#domain/contract/imports.ts";
import { liveEvent, liveEventList } from "#domain/contract/live-events.ts";
import { doneResponse } from "#domain/contract/members.ts";
import { retentionReport } from "#domain/contract/privacy.ts";
import { emailPreviewResponse, sendAgainResponse, sendingState, sendWakeUpResponse } from "#domain/contract/wake-up.ts";
import { dayAhead, uniqueEmail } from "#test/support/fixtures.ts";
import { setPause } from "#worker/mail/dispatcher.queries.ts";
import { type Answer, asAdmin } from "./answers.ts";
import { createMember, db } from "./factories.ts";
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

/** Successful responses of the administrator's other routes, for the test of all responses. Today has an item. */
export const ADMIN_ANSWERS: Record<string, Answer> = {
  "POST /api/admin/verify": { schema: okResponse, call: asAdmin },
  "POST /api/admin/logout": { schema: okResponse, call: () => asAdmin({ method: "POST" }) },
  "POST /api/admin/invitations/start": { schema: invitationsResponse, call: () => asAdmin({ method: "POST" }) },
  "POST /api/admin/invitations/stop": {
    schema: invitationsResponse,
    async call() {
      await request("/api/admin/invitations/start", { admin: true, method: "POST" });
      return asAdmin({ method: "POST" });
    },
  },
  "POST /api/admin/invitations/purge": { schema: invitationsResponse, call: () => asAdmin({ method: "POST" }) },
  "POST /api/admin/test-email": { schema: okResponse, call: () => asAdmin({ json: { email: uniqueEmail() } }) },
  "POST /api/admin/email-preview": {
    schema: emailPreviewResponse,
    call: () => asAdmin({ json: { contentId: dayAhead(0) } }),
  },
  "POST /api/admin/create-trial": {
    schema: doneResponse,
    call: () => asAdmin({ json: { name: "Ana", email: uniqueEmail() } }),
  },
  "DELETE /api/admin/trial-users/:id": {
    schema: okResponse,
    call: async () => {
      const { id } = await createMember({ subscriptionType: "trial" });
      return asAdmin({ path: `/api/admin/trial-users/${id}` });
    },
  },
  // Sending is paused, and a batch waits that is too late to be sent.
  "POST /api/admin/delivery/try": {
    schema: sendingState.refine(({ pause }) => pause !== null),
    call: async () => {
      await setPause(db, Date.now() + 3_600_000, "The provider says no");
      await db.insert(wakeUpBatches).values({ ...emptyBatch(), id: "waiting", nextAttemptAt: 0 });
      return asAdmin({ method: "POST" });
    },
  },
  "POST /api/admin/batches/:id/send-again": {
    schema: sendAgainResponse,
    call: async () => {
      const failed = { ...emptyBatch(), slotAt: Date.now(), state: "failed", failedCount: 1 } as const;
      await db.insert(wakeUpBatches).values({ ...failed, id: "answers", nextAttemptAt: 0 });
      return asAdmin({ method: "POST", path: "/api/admin/batches/answers/send-again" });
    },
  },
  "POST /api/admin/mornings/:date/send-again": {
    schema: sendAgainResponse.refine(({ outcome }) => outcome === "queued"),
    call: () => asAdmin({ json: {}, path: "/api/admin/mornings/2032-03-01/send-again" }),
  },
  "DELETE /api/admin/mornings/:date/send-again": {
    schema: okResponse,
    call: async () => {
      const path = "/api/admin/mornings/2032-03-02/send-again";
      await request(path, { admin: true, json: {} });
      return asAdmin({ method: "DELETE", path });
    },
  },
  "POST /api/admin/wake-up": {
    schema: sendWakeUpResponse,
    call: async () => asAdmin({ json: { email: (await createMember()).email } }),
  },
  "GET /api/admin/retention": {
    schema: retentionReport.refine(({ coming }) => coming.length > 0),
    call: async () => {
      await createMember({ deletedAt: 1, purgeAt: Date.now() });
      return asAdmin();
    },
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
};
