import type { Ctx } from "../context.ts";
import type { Env } from "../env.ts";
import type { Caller, Viewer } from "../members/caller.ts";

/** What Hono handlers find on `c`. */
export type HttpEnv = {
  Bindings: Env;
  Variables: {
    ctx: Ctx;
    requestId: string;
    /** Set by the member guard. */
    caller: Caller;
    /** Set by the guards of what both members and the administrator may open. */
    viewer: Viewer;
  };
};
