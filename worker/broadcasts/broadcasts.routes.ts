import { Hono } from "hono";
import {
  broadcastPreviewRequest,
  broadcastRef,
  broadcastTestRequest,
  newBroadcastRequest,
} from "#domain/contract/broadcasts.ts";
import { call } from "../http/call.ts";
import type { HttpEnv } from "../http/request-context.ts";
import { cancelBroadcast, createBroadcast, listBroadcasts, previewBroadcast, testBroadcast } from "./broadcasts.ts";

export const broadcastRoutes = new Hono<HttpEnv>()
  .get("/", call({}, listBroadcasts))
  .post("/", call({ json: newBroadcastRequest }, createBroadcast))
  .post("/preview", call({ json: broadcastPreviewRequest }, previewBroadcast))
  .post("/test", call({ json: broadcastTestRequest }, testBroadcast))
  .delete("/:id", call({ param: broadcastRef }, cancelBroadcast));
