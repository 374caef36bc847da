import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import type { SandboxEnv } from "../../sandbox/hang-up.ts";
import { countCalls, rateLimit } from "../../sandbox/resend/guards.ts";
import { createTraffic } from "../../sandbox/resend/traffic.ts";

/**
 * An email provider in its own process: the sandbox's counting and rate limit, and a response after a delay. It doesn't
 * read the emails, so the bench measures the Worker. Takes its rate and delay from `process.argv`; sends its port to
 * its parent.
 */
const [rate = 1000, takesMs = 0] = process.argv.slice(2).map(Number);
const traffic = createTraffic();
let batches: { at: number; mails: number }[] = [];
let sample = new ArrayBuffer();

const app = new Hono<SandboxEnv>()
  .use("/emails/*", countCalls(traffic, Date.now), rateLimit({ now: Date.now, rate }))
  .post("/emails/batch", async (c) => {
    const at = Date.now();
    const body = await c.req.arrayBuffer();
    const mails = Buffer.from(body).toString("latin1").split('"subject":').length - 1;
    c.set("mails", mails);
    if (c.req.header("idempotency-key")?.startsWith("wake-up/")) {
      batches.push({ at, mails });
      sample = body;
    }
    if (takesMs > 0) await sleep(takesMs);
    return c.json({ data: [], errors: [] });
  })
  .get("/sample", (c) => c.body(sample))
  .get("/report", (c) => c.json({ ...traffic.read(), batches }))
  .delete("/report", (c) => {
    traffic.clear();
    batches = [];
    return c.json({});
  });

const server = createServer(getRequestListener(app.fetch));
server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));
process.once("disconnect", () => process.exit());
