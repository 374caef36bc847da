import { Hono } from "hono";
import { every } from "hono/combine";
import * as z from "zod";
import type { Faults } from "../faults.ts";
import type { SandboxEnv } from "../hang-up.ts";
import type { Outbox } from "../outbox/outbox.ts";
import { createDomains } from "./domains.ts";
import { countCalls, rateLimit, requireApiKey, requireUserAgent } from "./guards.ts";
import { createIdempotencyKeys } from "./idempotency.ts";
import type { MailEvents } from "./mail-events.ts";
import { readBatch, readSingle } from "./read-send.ts";
import { resendError, resendErrorResponse } from "./resend-errors.ts";
import { createSend } from "./send.ts";
import { createTraffic } from "./traffic.ts";
import { createUsage, usageSchema } from "./usage.ts";
import { webhooksRoutes } from "./webhooks.routes.ts";

type ResendOptions = {
  mailEvents: MailEvents;
  now: () => number;
  keptIn?: string | undefined;
  outbox: Outbox;
  faults: Faults;
  rate: number;
  takesMs: number;
  wait: (ms: number) => Promise<void>;
  verifiedDomain: string | undefined;
};

const newDomain = z.object({ name: z.string().regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/i) });

const domainStatus = z.strictObject({
  name: z.string().min(1),
  status: z.enum(["not_started", "pending", "verified", "failed", "temporary_failure"]),
});

export function resendRoutes(options: ResendOptions) {
  const { mailEvents, now, keptIn, outbox, faults, rate, takesMs, wait, verifiedDomain } = options;
  const domains = createDomains({ now, verifiedDomain });
  const idempotencyKeys = createIdempotencyKeys({ now, keptIn });
  const send = createSend({ mailEvents, outbox, faults, domains, takesMs, wait, idempotencyKeys });
  const traffic = createTraffic();
  const usage = createUsage();
  const guards = every(requireUserAgent, requireApiKey, countCalls(traffic, now), rateLimit({ now, rate }));

  return (
    new Hono<SandboxEnv>()
      .use("/emails/*", guards)
      .use("/domains/*", guards)
      .use("/suppressions/*", guards)
      .get("/usage", guards, (c) => c.json(usage.read()))
      // Not part of Resend's API: brings the account close to a quota.
      .put("/usage", async (c) => {
        const wanted = usageSchema.safeParse(await c.req.json().catch(() => null));
        if (!wanted.success) return c.json({ error: z.prettifyError(wanted.error) }, 422);
        usage.set(wanted.data);
        return c.json(wanted.data);
      })
      .use("/webhooks/*", guards)
      .delete("/suppressions/:address", (c) =>
        c.json({ object: "suppression", id: c.req.param("address"), deleted: true }),
      )
      .post("/emails", (c) => send(c, "/emails", readSingle))
      .post("/emails/batch", (c) => {
        const permissive = c.req.header("x-batch-validation")?.toLowerCase() === "permissive";
        return send(c, "/emails/batch", (payload) => readBatch(payload, permissive));
      })
      // Not part of Resend's API: tells tests how fast we sent.
      .get("/traffic", (c) => c.json(traffic.read()))
      .delete("/traffic", (c) => {
        traffic.clear();
        return c.json({ ok: true });
      })
      // Not part of Resend's API: lets a developer see what an unverified domain looks like.
      .put("/domain-status", async (c) => {
        const wanted = domainStatus.safeParse(await c.req.json().catch(() => null));
        if (!wanted.success) return c.json({ error: z.prettifyError(wanted.error) }, 422);
        domains.setStatus(wanted.data.name, wanted.data.status);
        return c.json(wanted.data);
      })
      .post("/domains", async (c) => {
        const wanted = newDomain.safeParse(await c.req.json().catch(() => null));
        if (!wanted.success) return resendErrorResponse("validation_error");
        const domain = domains.add(wanted.data.name);
        return domain
          ? c.json(domain, 201)
          : c.json(resendError("validation_error", "The domain already exists.", 403), 403);
      })
      .post("/domains/:id/verify", (c) => {
        const domain = domains.verify(c.req.param("id"));
        return domain ? c.json(domain) : resendErrorResponse("not_found");
      })
      .route("/webhooks", webhooksRoutes(now))
      .get("/domains", (c) => c.json({ object: "list", has_more: false, data: domains.list() }))
      .get("/domains/:id", (c) => {
        const domain = domains.find(c.req.param("id"));
        return domain ? c.json(domain) : resendErrorResponse("not_found");
      })
  );
}
