import { Hono } from "hono";
import { deviceRef, deviceRequest } from "#domain/contract/push.ts";
import { asMember, inSession } from "../account/member-guard.ts";
import { call } from "../http/call.ts";
import type { HttpEnv } from "../http/request-context.ts";
import { addDevice, listDevices, removeDevice, testDevice } from "./own-devices.ts";

/** /api/user/push-devices, below the member guard. */
export const pushRoutes = new Hono<HttpEnv>()
  .get("/", call({}, listDevices, asMember))
  .post("/", call({ json: deviceRequest }, addDevice, inSession))
  .delete("/:id", call({ param: deviceRef }, removeDevice, asMember))
  .post("/:id/test", call({ param: deviceRef }, testDevice, asMember));
