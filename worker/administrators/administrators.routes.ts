import { Hono } from "hono";
import { administratorRef, administratorRequest, newAdministratorRequest } from "#domain/contract/administrators.ts";
import { call } from "../http/call.ts";
import type { HttpEnv } from "../http/request-context.ts";
import {
  addAdministrator,
  changeAdministrator,
  removeAdministrator,
  replaceCode,
  replaceKey,
} from "./change-administrators.ts";
import { listAdministrators } from "./list-administrators.ts";

/** For the owner alone (worker/account/admin/lowest-roles.ts). */
export const administratorRoutes = new Hono<HttpEnv>()
  .get("/", call({}, listAdministrators))
  .post("/", call({ json: newAdministratorRequest }, addAdministrator))
  .put("/:id", call({ param: administratorRef, json: administratorRequest }, changeAdministrator))
  .post("/:id/key", call({ param: administratorRef }, replaceKey))
  .post("/:id/code", call({ param: administratorRef }, replaceCode))
  .delete("/:id", call({ param: administratorRef }, removeAdministrator));
