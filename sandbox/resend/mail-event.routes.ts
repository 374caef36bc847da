import { zValidator } from "@hono/zod-validator";
import { Hono } from "hono";
import * as z from "zod";
import type { Outbox } from "../outbox/outbox.ts";
import { MAIL_EVENT_TYPES, type MailEvents } from "./mail-events.ts";

const wanted = zValidator("form", z.object({ type: z.enum(MAIL_EVENT_TYPES) }));

/** Lets a developer send a provider's event about an email, with a button on its page or with a call. */
export function mailEventRoutes(outbox: Outbox, mailEvents: MailEvents) {
  return new Hono().post("/:id/events", wanted, async (c) => {
    const mail = outbox.find(c.req.param("id"));
    if (!mail) return c.json({ error: "There's no such email in the outbox." }, 404);
    const status = await mailEvents.report(mail, c.req.valid("form").type);
    if (c.req.header("accept") === "application/json") return c.json({ status });
    return c.redirect(`/?mail=${mail.id}&view=headers`, 303);
  });
}
