import { Hono } from "hono";
import { every } from "hono/combine";
import type { FaultBook } from "../faults/fault-book.ts";
import type { Outbox } from "../outbox/outbox.ts";
import type { SandboxEnv } from "../sandbox-env.ts";
import { createDomains } from "./domains.ts";
import { requireApiKey, requireUserAgent } from "./guards.ts";
import { createIdempotencyKeys } from "./idempotency.ts";
import { rateLimit } from "./rate-limit.ts";
import { readBatch, readSingle } from "./read-send.ts";
import { resendErrorResponse } from "./resend-errors.ts";
import { createSend } from "./send.ts";

export type ResendOptions = {
  now: () => number;
  outbox: Outbox;
  faults: FaultBook;
  rate: number;
  verifiedDomain: string | undefined;
};

export function resendRoutes({ now, outbox, faults, rate, verifiedDomain }: ResendOptions) {
  const domains = createDomains({ now, verifiedDomain });
  const send = createSend({ outbox, faults, domains, idempotencyKeys: createIdempotencyKeys({ now }) });
  const doors = every(requireUserAgent, requireApiKey, rateLimit({ now, rate }));

  return new Hono<SandboxEnv>()
    .use("/emails/*", doors)
    .use("/domains/*", doors)
    .post("/emails", (c) => send(c, "/emails", readSingle))
    .post("/emails/batch", (c) => {
      const permissive = c.req.header("x-batch-validation")?.toLowerCase() === "permissive";
      return send(c, "/emails/batch", (payload) => readBatch(payload, permissive));
    })
    .get("/domains", (c) => c.json({ object: "list", has_more: false, data: domains.list() }))
    .get("/domains/:id", (c) => {
      const domain = domains.find(c.req.param("id"));
      return domain ? c.json(domain) : resendErrorResponse("not_found");
    });
}
