import { queryOptions } from "@tanstack/react-query";
import { api, read } from "../../lib/api.ts";

export const privacyQuery = queryOptions({
  queryKey: ["/api/user/privacy"],
  queryFn: () => read(api.user.privacy.$get()),
});
