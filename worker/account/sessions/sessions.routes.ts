import { Hono } from "hono";
import type { OkResponse } from "#domain/contract/account.ts";
import { type SessionsResponse, sessionRef } from "#domain/contract/account.ts";
import type { HttpEnv } from "../../http/request-context.ts";
import { validate } from "../../http/validate.ts";
import { endOtherSessions, endSession, listSessions } from "./own-sessions.ts";

/** /api/user/sessions: where the member is signed in, and the end of it. */
export const ownSessionRoutes = new Hono<HttpEnv>()
  .get("/sessions", async (c) => {
    const { ctx, caller, session, sessionNow } = c.var;
    return c.json((await listSessions(ctx, { caller, session, now: sessionNow })) satisfies SessionsResponse);
  })
  .delete("/sessions", async (c) => {
    await endOtherSessions(c.var.ctx, c.var);
    return c.json({ ok: true } satisfies OkResponse);
  })
  .delete("/sessions/:id", validate("param", sessionRef), async (c) => {
    await endSession(c.var.ctx, { caller: c.var.caller, id: c.req.valid("param").id });
    return c.json({ ok: true } satisfies OkResponse);
  });
