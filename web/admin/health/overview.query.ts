import { adminApi } from "../../lib/admin-session.ts";
import { adminQuery } from "../parts/admin-query.ts";
import { overviewKey } from "../parts/query-keys.ts";

export const overviewQuery = adminQuery(overviewKey, () => adminApi.admin.overview.$get());
