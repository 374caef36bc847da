import { type ClientResponse, hc } from "hono/client";
import type { Api } from "../../worker/api.ts";
import { ApiError } from "./api-error.ts";
import { readAuthToken } from "./auth-token.ts";

function bearerHeader(): Record<string, string> {
  const token = readAuthToken();
  return token === null ? {} : { Authorization: `Bearer ${token}` };
}

/** Typed by the Worker's routes; sends the stored token and the cookies along. */
export const api = hc<Api>("/", { headers: bearerHeader, init: { credentials: "same-origin" } }).api;

/** Second argument of a call that the admin makes: `api.admin.stats.$get({}, asAdmin(password))`. */
export function asAdmin(password: string): { headers: Record<string, string> } {
  return { headers: { "x-admin-password": password } };
}

/**
 * The JSON of an answer.
 * @throws ApiError for any answer that is not ok.
 */
export async function read<T>(call: Promise<ClientResponse<T>>): Promise<T> {
  const response = await call;
  if (!response.ok) throw await ApiError.from(response as unknown as Response);
  return (await response.json()) as T;
}
