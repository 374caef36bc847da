import { okResponse } from "#domain/contract/account.ts";
import { broadcast, broadcastList, broadcastPreview } from "#domain/contract/broadcasts.ts";
import { uniqueEmail } from "#test/support/fixtures.ts";
import { countRecipients } from "#worker/broadcasts/broadcasts.queries.ts";
import { createMember, db, rowsOf } from "./factories.ts";
import { request } from "./request.ts";

const TEXTS = { subject: "Prices change", body: "On May 1." };

/** A message that may be confirmed: the last one was long ago, and someone gets it. */
async function message() {
  await createMember();
  await rowsOf("update broadcasts set created_at = 0, state = 'sent'");
  const [counted] = await countRecipients(db, "members", Date.now());
  return { ...TEXTS, requestId: crypto.randomUUID(), audience: "members", recipients: counted?.recipients };
}

async function confirmed(): Promise<string> {
  const json = await message();
  await request("/api/admin/broadcasts", { admin: true, json });
  return json.requestId;
}

/** Successful responses of the routes for messages to members. */
export const BROADCAST_ANSWERS = {
  "GET /api/admin/broadcasts": {
    schema: broadcastList.refine(({ broadcasts }) => broadcasts.length > 0),
    call: async () => {
      await confirmed();
      return { admin: true };
    },
  },
  "POST /api/admin/broadcasts": { schema: broadcast, call: async () => ({ admin: true, json: await message() }) },
  "POST /api/admin/broadcasts/preview": {
    schema: broadcastPreview,
    call: async () => ({ admin: true, json: { ...TEXTS, audience: "members" } }),
  },
  "POST /api/admin/broadcasts/test": {
    schema: okResponse,
    call: async () => ({ admin: true, json: { ...TEXTS, email: uniqueEmail() } }),
  },
  "DELETE /api/admin/broadcasts/:id": {
    schema: okResponse,
    call: async () => ({ admin: true, path: `/api/admin/broadcasts/${await confirmed()}` }),
  },
};
