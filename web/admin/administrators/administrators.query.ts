import { adminApi } from "../../lib/admin-session.ts";
import { adminQuery } from "../parts/admin-query.ts";

export const administratorCalls = adminApi.admin.administrators;

export const administratorsQuery = adminQuery(["/api/admin/administrators"], () => administratorCalls.$get());
