import { Hono } from "hono";
import { type Operation, readCount, readInstant } from "../rest/call.ts";
import type { createDeliveries } from "./deliveries.ts";

/** PayPal keeps events for 30 days, whether or not they were delivered. */
const KEPT_MS = 30 * 24 * 60 * 60 * 1000;

export function eventsRoutes(operation: Operation, deliveries: ReturnType<typeof createDeliveries>) {
  return new Hono().get(
    "/v1/notifications/webhooks-events",
    operation("webhooks.events", (call) => {
      const until = readInstant(call, "end_time") ?? Number.POSITIVE_INFINITY;
      const from = readInstant(call, "start_time") ?? Math.min(until, Date.now()) - KEPT_MS;
      const pageSize = readCount(call, "page_size", { fallback: 10, max: 300 });
      const type = call.query("event_type");
      const events = deliveries
        .list()
        .map(({ event }) => event)
        .filter(({ event_type, create_time }) => {
          const at = Date.parse(create_time);
          return (type === undefined || event_type === type) && at >= from && at <= until;
        })
        .reverse()
        .slice(0, pageSize);
      const href = new URL(call.path, call.origin).href;
      return {
        status: 200,
        body: () => ({ events, count: events.length, links: [{ href, rel: "self", method: "GET" }] }),
      };
    }),
  );
}
