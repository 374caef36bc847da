import { okResponse } from "#domain/contract/account.ts";
import { broadcast, broadcastList, broadcastPreview } from "#domain/contract/broadcasts.ts";
import { uniqueEmail } from "#test/support/fixtures.ts";
import { countRecipients } from "#worker/broadcasts/broadcasts.queries.ts";
import { answersOf, asAdmin } from "./answers.ts";
import { createMember, db, rowsOf } from "./factories.ts";
import { request } from "./request.ts";

const TEXTS = { subject: "Prices change", body: "On May 1." };

/** A message that may be confirmed: no other one is being sent, and someone gets it. */
async function message() {
  await createMember();
  await rowsOf("update broadcasts set state = 'sent'");
  const [counted] = await countRecipients(db, { kind: "service", audience: "members", segment: {} }, Date.now());
  return { ...TEXTS, requestId: crypto.randomUUID(), audience: "members", recipients: counted?.recipients };
}

async function confirmed(): Promise<string> {
  const json = await message();
  await request("/api/admin/broadcasts", { admin: true, json });
  return json.requestId;
}

/** Successful responses of the routes for messages to members. */
export const BROADCAST_ANSWERS = answersOf({
  "GET /api/admin/broadcasts": [
    broadcastList.refine(({ broadcasts }) => broadcasts.length > 0),
    async () => {
      await confirmed();
      return asAdmin();
    },
  ],
  "POST /api/admin/broadcasts": [broadcast, async () => asAdmin({ json: await message() })],
  "POST /api/admin/broadcasts/preview": [broadcastPreview, () => asAdmin({ json: { ...TEXTS, audience: "members" } })],
  "POST /api/admin/broadcasts/test": [okResponse, () => asAdmin({ json: { ...TEXTS, email: uniqueEmail() } })],
  "DELETE /api/admin/broadcasts/:id": [okResponse, async () => asAdmin({ ids: [await confirmed()] })],
});
