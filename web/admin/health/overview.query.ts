import { adminApi } from "../../lib/admin-session.ts";
import { adminQuery } from "../parts/admin-query.ts";

export const overviewQuery = adminQuery(["/api/admin/overview"], () => adminApi.admin.overview.$get());
