import type * as z from "zod";
import { inboundList } from "#domain/contract/mail-responses.ts";
import { doneResponse } from "#domain/contract/members.ts";
import { uniqueEmail } from "#test/support/fixtures.ts";
import { writeIn } from "./inbound.ts";

type Call = { path?: string; admin?: boolean; json?: unknown };
type Answer = { schema: z.ZodType; call: () => Promise<Call> };

const bindings = { SUPPORT_MAILBOX: "" };

async function idOfNew(): Promise<string> {
  const { rows } = await writeIn({ from: uniqueEmail(), subject: "Refund" }, { bindings });
  return rows[0]?.id ?? "";
}

/** Successful responses of the inbox routes, for the test of all responses; a file isn't JSON. */
export const INBOUND_ANSWERS: Record<string, Answer> = {
  "GET /api/admin/inbound": {
    schema: inboundList.refine(({ mails }) => mails.length > 0),
    call: async () => {
      await idOfNew();
      return { admin: true, path: "/api/admin/inbound?list=refunds" };
    },
  },
  "POST /api/admin/inbound/:id/answered": {
    schema: doneResponse,
    call: async () => ({
      admin: true,
      path: `/api/admin/inbound/${await idOfNew()}/answered`,
      json: { isAnswered: true },
    }),
  },
};
