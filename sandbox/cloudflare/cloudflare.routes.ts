import { Hono } from "hono";
import { answer, refuse } from "./answers.ts";
import { storageRoutes } from "./storage.routes.ts";
import { workersRoutes } from "./workers.routes.ts";

export const CLOUDFLARE_SANDBOX = { accountId: "0123456789abcdef0123456789abcdef", token: "a-token-of-the-sandbox" };

/** The parts of Cloudflare's API that setup, deploys, and wrangler use, at the paths of its OpenAPI document. */
export function cloudflareRoutes(now: () => number) {
  const { accountId, token } = CLOUDFLARE_SANDBOX;
  return new Hono()
    .use("*", async (c, next) => {
      if (c.req.header("authorization") !== `Bearer ${token}`) return refuse("unauthorized");
      await next();
    })
    .get("/accounts", () => answer([{ id: accountId, name: "Operator" }]))
    .get("/memberships", () => answer([{ id: "m", account: { id: accountId, name: "Operator" } }]))
    .route(`/accounts/${accountId}`, storageRoutes())
    .route(`/accounts/${accountId}/workers`, workersRoutes(now))
    .all("*", () => refuse("noRoute"));
}
