import { Hono } from "hono";
import type { OkResponse } from "#domain/contract/account.ts";
import {
  type Broadcast,
  type BroadcastList,
  type BroadcastPreview,
  broadcastPreviewRequest,
  broadcastRef,
  broadcastTestRequest,
  newBroadcastRequest,
} from "#domain/contract/broadcasts.ts";
import type { HttpEnv } from "../http/request-context.ts";
import { validate } from "../http/validate.ts";
import { cancelBroadcast, createBroadcast, listBroadcasts, previewBroadcast, testBroadcast } from "./broadcasts.ts";

export const broadcastRoutes = new Hono<HttpEnv>()
  .get("/", async (c) => c.json((await listBroadcasts(c.var.ctx)) satisfies BroadcastList))
  .post("/", validate("json", newBroadcastRequest), async (c) => {
    return c.json((await createBroadcast(c.var.ctx, c.req.valid("json"))) satisfies Broadcast);
  })
  .post("/preview", validate("json", broadcastPreviewRequest), async (c) => {
    return c.json((await previewBroadcast(c.var.ctx, c.req.valid("json"))) satisfies BroadcastPreview);
  })
  .post("/test", validate("json", broadcastTestRequest), async (c) => {
    await testBroadcast(c.var.ctx, c.req.valid("json"));
    return c.json({ ok: true } satisfies OkResponse);
  })
  .delete("/:id", validate("param", broadcastRef), async (c) => {
    await cancelBroadcast(c.var.ctx, c.req.valid("param").id);
    return c.json({ ok: true } satisfies OkResponse);
  });
