import type { HttpBindings } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { Context } from "hono";

/** Node's own request and answer, for faults that cut the connection. */
export type SandboxEnv = {
  Bindings: HttpBindings;
  Variables: {
    /** How many mails a sending call carries. */
    mails?: number;
  };
};

/** No answer at all: the client sees its connection die and cannot tell whether its call was accepted. */
export function hangUp(c: Context<SandboxEnv>): Response {
  c.env.incoming.socket.destroy();
  return RESPONSE_ALREADY_SENT;
}
