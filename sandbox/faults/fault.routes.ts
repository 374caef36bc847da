import { zValidator } from "@hono/zod-validator";
import { Hono } from "hono";
import * as z from "zod";
import type { SandboxEnv } from "../sandbox-env.ts";
import { type FaultBook, faultSchema } from "./fault-book.ts";

export function faultRoutes(faults: FaultBook) {
  const readFault = zValidator("json", faultSchema, (result, c) => {
    if (!result.success) return c.json({ error: z.prettifyError(result.error) }, 422);
  });

  return new Hono<SandboxEnv>()
    .get("/", (c) => c.json(faults.list()))
    .post("/", readFault, (c) => c.json(faults.add(c.req.valid("json")), 201))
    .delete("/", (c) => c.json({ deleted: faults.clear() }))
    .delete("/:id", (c) => {
      if (faults.remove(c.req.param("id"))) return c.json({ deleted: 1 });
      return c.json({ error: "No such fault is waiting; it may have been used up." }, 404);
    });
}
