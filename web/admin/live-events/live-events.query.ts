import { adminApi } from "../../lib/admin-session.ts";
import { adminQuery } from "../parts/admin-query.ts";

export const liveEventCalls = adminApi.admin["live-events"];

export const liveEventsQuery = adminQuery(["/api/admin/live-events"], () => liveEventCalls.$get());
