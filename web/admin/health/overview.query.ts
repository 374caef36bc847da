import { queryOptions } from "@tanstack/react-query";
import { adminApi } from "../../lib/admin-session.ts";
import { read } from "../../lib/api.ts";

export const overviewQuery = queryOptions({
  queryKey: ["/api/admin/overview"],
  queryFn: () => read(adminApi.admin.overview.$get()),
});
