import { type QueryKey, queryOptions } from "@tanstack/react-query";
import type { ClientResponse } from "hono/client";
import { read } from "../../lib/api.ts";

export function adminQuery<Answer>(queryKey: QueryKey, call: () => Promise<ClientResponse<Answer>>) {
  return queryOptions({ queryKey, queryFn: () => read(call()) });
}
