import type { HttpBindings } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { Context } from "hono";

/** Node's own request and response, for faults that cut the connection. */
export type SandboxEnv = {
  Bindings: HttpBindings;
  Variables: {
    /** How many emails a sending call contains. */
    mails?: number;
  };
};

/** Sends no response: the client sees the connection drop and can't tell whether its call was accepted. */
export function hangUp(c: Context<SandboxEnv>): Response {
  c.env.incoming.socket.destroy();
  return RESPONSE_ALREADY_SENT;
}
