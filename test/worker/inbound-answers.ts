import { inboundLetter } from "#domain/contract/mail-responses.ts";
import { doneResponse } from "#domain/contract/members.ts";
import { uniqueEmail } from "#test/support/fixtures.ts";
import { answersOf, asAdmin } from "./answers.ts";
import { writeIn } from "./inbound.ts";

const bindings = { SUPPORT_MAILBOX: "" };

async function idOfNew(): Promise<string> {
  const { rows } = await writeIn({ from: uniqueEmail(), subject: "Refund" }, { bindings });
  return rows[0]?.id ?? "";
}

/** Successful responses of the inbox routes, for the test of all responses; a file isn't JSON. */
export const INBOUND_ANSWERS = answersOf({
  "GET /api/admin/inbound/:id": [inboundLetter, async () => asAdmin({ ids: [await idOfNew()] })],
  "POST /api/admin/inbound/:id/answer": [
    doneResponse,
    async () => asAdmin({ ids: [await idOfNew()], json: { requestId: crypto.randomUUID(), body: "Yes." } }),
  ],
  "POST /api/admin/inbound/:id/answered": [
    doneResponse,
    async () => asAdmin({ ids: [await idOfNew()], json: { isAnswered: true } }),
  ],
});
