import { adminApi } from "../../lib/admin-session.ts";
import { adminQuery } from "../parts/admin-query.ts";

const KEY = "/api/paypal/subscriptions";

const listed = (q?: string) => adminApi.paypal.subscriptions.$get({ query: { q } });

export const subscriptionsQuery = adminQuery([KEY], () => listed());

/** Among all our records, by a whole ID or a member's email. */
export const olderQuery = (q: string) => adminQuery([KEY, q], () => listed(q));
