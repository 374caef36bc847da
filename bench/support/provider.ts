import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import type { SandboxEnv } from "../../sandbox/hang-up.ts";
import { countCalls, rateLimit } from "../../sandbox/resend/guards.ts";
import { createTraffic } from "../../sandbox/resend/traffic.ts";

/**
 * A mail provider in a process of its own: the sandbox's counting and its limit, and an answer after a while, without reading the mails,
 * so that the bench measures the Worker. Told its rate and its time by `process.argv`, it tells its parent its port.
 */
const [rate = 1000, takesMs = 0] = process.argv.slice(2).map(Number);
const traffic = createTraffic();
let batches: { at: number; mails: number }[] = [];

const app = new Hono<SandboxEnv>()
  .use("/emails/*", countCalls(traffic, Date.now), rateLimit({ now: Date.now, rate }))
  .post("/emails/batch", async (c) => {
    const at = Date.now();
    const body = await c.req.arrayBuffer();
    const mails = Buffer.from(body).toString("latin1").split('"subject":').length - 1;
    c.set("mails", mails);
    // Only wake-ups come by a lane.
    if (c.req.header("x-daybolt-lane")) batches.push({ at, mails });
    if (takesMs > 0) await sleep(takesMs);
    return c.json({ data: [], errors: [] });
  })
  .get("/report", (c) => c.json({ ...traffic.read(), batches }))
  .delete("/report", (c) => {
    traffic.clear();
    batches = [];
    return c.json({});
  });

const server = createServer(getRequestListener(app.fetch));
server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));
process.once("disconnect", () => process.exit());
