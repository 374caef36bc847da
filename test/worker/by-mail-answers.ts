import { env } from "cloudflare:workers";
import { itemByMail, progressByMail, wakeUpByMail } from "#domain/contract/mail-responses.ts";
import { pauseDayOf } from "#domain/rules/mail-pause.ts";
import { dayAhead } from "#test/support/fixtures.ts";
import { readConfig } from "#worker/kernel/env.ts";
import { mailKey } from "#worker/kernel/links/mail-key.ts";
import { createMember } from "./factories.ts";
import { request } from "./request.ts";

/** The parameters of a link in a new member's email today. */
async function link() {
  const { id: member } = await createMember();
  const date = dayAhead(0);
  return { member, date, key: mailKey(readConfig(env), { member, date }) };
}

/** Successful responses for a wake-up email's links; today has an item. */
export const BY_MAIL_ANSWERS = {
  "POST /api/by-mail/open": { schema: itemByMail, call: async () => ({ json: await link() }) },
  "POST /api/by-mail/progress": {
    schema: progressByMail,
    call: async () => ({ json: { ...(await link()), report: { audioProgress: 50, audioPosition: 270 } } }),
  },
  "POST /api/by-mail/check": { schema: wakeUpByMail, call: async () => ({ json: await link() }) },
  "POST /api/by-mail/pause": {
    schema: wakeUpByMail.required({ undo: true }),
    call: async () => {
      const json = await link();
      return { json: { ...json, until: pauseDayOf(json.date) } };
    },
  },
  "POST /api/by-mail/hour": {
    schema: wakeUpByMail.required({ undo: true }),
    call: async () => ({ json: { ...(await link()), hour: 7 } }),
  },
  "POST /api/by-mail/undo": {
    schema: wakeUpByMail,
    call: async () => {
      const json = await link();
      const moved = await request("/api/by-mail/hour", { json: { ...json, hour: 7 } });
      return { json: { ...json, undo: wakeUpByMail.parse(await moved.json()).undo } };
    },
  },
};
