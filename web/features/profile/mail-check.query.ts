import { queryOptions } from "@tanstack/react-query";
import { api, read } from "../../lib/api.ts";

export const morningsQuery = queryOptions({
  queryKey: ["/api/user/mornings"],
  queryFn: () => read(api.user.mornings.$get()),
});
