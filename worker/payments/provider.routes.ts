import { Hono } from "hono";
import type { ProviderSubscriptions } from "#domain/contract/provider.ts";
import { adminGuard } from "../admin/admin-guard.ts";
import type { HttpEnv } from "../http/request-context.ts";

const NOT_SET_UP = "Payment is not set up: nobody can subscribe yet, so there are none.";

/** /api/paypal: what the administrator sees of the payment provider. */
export const providerRoutes = new Hono<HttpEnv>().get("/subscriptions", adminGuard, (c) =>
  c.json({ subscriptions: [], notice: NOT_SET_UP } satisfies ProviderSubscriptions as ProviderSubscriptions),
);
