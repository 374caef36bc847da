import { Hono } from "hono";
import { PayPalRefusal } from "../answers.ts";
import type { Access } from "./access.ts";
import type { Operation } from "./call.ts";

/** Its errors have OAuth's format, not PayPal's. */
export function tokenRoutes(operation: Operation, access: Access) {
  const open = { open: true };
  return new Hono().post(
    "/v1/oauth2/token",
    operation(
      "token",
      (call) => {
        if (new URLSearchParams(call.text).get("grant_type") !== "client_credentials") {
          throw refuseToken(400, "unsupported_grant_type", "Grant Type is NULL");
        }
        const token = access.issue(call.header("authorization"));
        if (!token) throw refuseToken(401, "invalid_client", "Client Authentication failed");
        return { status: 200, body: () => token };
      },
      open,
    ),
  );
}

const refuseToken = (status: number, error: string, error_description: string) =>
  new PayPalRefusal(Response.json({ error, error_description }, { status }));
