import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { api } from "#worker/api.ts";
import { buildRequest, type RequestOptions } from "./request.ts";

/**
 * Calls the Worker under other variables or bindings than the run's own, such as `{ ENVIRONMENT: "production" }`. It comes
 * back when the work that goes on after the answer is done, too.
 */
export async function requestWith(
  bindings: Record<string, unknown>,
  path: string,
  options: RequestOptions = {},
): Promise<Response> {
  const execution = createExecutionContext();
  const response = await api.fetch(buildRequest(path, options), { ...env, ...bindings }, execution);
  await waitOnExecutionContext(execution);
  return response;
}
