import { randomUUID } from "node:crypto";
import { DatabaseSync } from "node:sqlite";
import { Hono } from "hono";
import * as z from "zod";
import { answer, refuse, refuseStatement } from "./answers.ts";

type Database = { uuid: string; name: string; location: string | undefined; sql: DatabaseSync };
type Bucket = { name: string; objects: Map<string, string> };
type Queue = { queue_id: string; queue_name: string; consumers: Map<string, object> };

const newDatabase = z.object({ name: z.string().min(1), primary_location_hint: z.string().optional() });
const newBucket = z.object({ name: z.string().regex(/^[a-z0-9-]{3,63}$/), locationHint: z.string().optional() });
const newQueue = z.object({ queue_name: z.string().regex(/^[a-z0-9-]{1,63}$/) });
const query = z.object({ sql: z.string(), params: z.array(z.string()).default([]) });

/** The parts of D1, R2, and Queues that setup and wrangler use. Databases are SQLite's, in memory. */
export function storageRoutes() {
  const databases: Database[] = [];
  const buckets = new Map<string, Bucket>();
  const queues: Queue[] = [];
  const shown = ({ uuid, name }: Database) => ({
    uuid,
    name,
    version: "production",
    created_at: "2026-11-01T00:00:00Z",
  });

  return new Hono()
    .get("/d1/database", (c) => {
      const name = c.req.query("name");
      const found = databases.filter((database) => name === undefined || database.name.includes(name));
      return answer(found.map(shown), { result_info: { page: 1, per_page: 100, count: found.length } });
    })
    .post("/d1/database", async (c) => {
      const wanted = newDatabase.parse(await c.req.json());
      if (databases.some(({ name }) => name === wanted.name)) return refuse("databaseTaken");
      const location = wanted.primary_location_hint;
      const made = { uuid: randomUUID(), name: wanted.name, location, sql: new DatabaseSync(":memory:") };
      databases.push(made);
      return answer({ ...shown(made), primary_location_hint: location });
    })
    .get("/d1/database/:id/time_travel/bookmark", () => answer({ bookmark: "00000085-0000024c-00004c6d-8e61117b" }))
    .post("/d1/database/:id/query", async (c) => {
      const database = databases.find(({ uuid }) => uuid === c.req.param("id"));
      if (!database) return refuse("noDatabase");
      const { sql, params } = query.parse(await c.req.json());
      try {
        return answer(run(database.sql, sql, params));
      } catch (error) {
        return refuseStatement(error instanceof Error ? error.message : String(error));
      }
    })
    .get("/r2/buckets/:name", (c) =>
      buckets.has(c.req.param("name")) ? answer({ name: c.req.param("name") }) : refuse("noBucket"),
    )
    .post("/r2/buckets", async (c) => {
      const { name } = newBucket.parse(await c.req.json());
      if (buckets.has(name)) return refuse("bucketTaken");
      buckets.set(name, { name, objects: new Map() });
      return answer({ name });
    })
    .get("/r2/buckets/:name/objects/:key{.+}", (c) => {
      const type = buckets.get(c.req.param("name"))?.objects.get(c.req.param("key"));
      return type === undefined ? refuse("noObject") : new Response("…", { headers: { "content-type": type } });
    })
    .put("/r2/buckets/:name/objects/:key{.+}", async (c) => {
      const bucket = buckets.get(c.req.param("name"));
      if (!bucket) return refuse("noBucket");
      await c.req.arrayBuffer();
      bucket.objects.set(c.req.param("key"), c.req.header("content-type") ?? "");
      return answer({ key: c.req.param("key") });
    })
    .get("/queues", (c) => {
      const name = c.req.query("name");
      return answer(queues.filter(({ queue_name }) => name === undefined || queue_name === name).map(listed));
    })
    .post("/queues", async (c) => {
      const { queue_name } = newQueue.parse(await c.req.json());
      if (queues.some((queue) => queue.queue_name === queue_name)) return refuse("queueTaken");
      const queue = { queue_id: randomUUID().replaceAll("-", ""), queue_name, consumers: new Map() };
      queues.push(queue);
      return answer(listed(queue));
    })
    .post("/queues/:id/consumers", async (c) => {
      const queue = queues.find(({ queue_id }) => queue_id === c.req.param("id"));
      if (!queue) return refuse("noRoute");
      const wanted = await c.req.json();
      const consumer = { ...wanted, script: wanted.script_name, consumer_id: randomUUID() };
      queue.consumers.set(consumer.consumer_id, consumer);
      return answer(consumer);
    })
    .put("/queues/:id/consumers/:consumer", (c) => answer({ consumer_id: c.req.param("consumer") }));
}

const listed = ({ queue_id, queue_name, consumers }: Queue) => ({
  queue_id,
  queue_name,
  producers: [],
  producers_total_count: 0,
  consumers: [...consumers.values()],
  consumers_total_count: consumers.size,
});

/** Runs one statement with parameters, or several without, and responds like D1. */
function run(sql: DatabaseSync, text: string, params: string[]) {
  const meta = { duration: 0, rows_read: 0, rows_written: 0 };
  if (/^\s*(select|with|pragma)\b/i.test(text))
    return [{ success: true, results: sql.prepare(text).all(...params), meta }];
  sql.exec(text);
  return [{ success: true, results: [], meta }];
}
