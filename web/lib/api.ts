import { type ClientResponse, hc } from "hono/client";
import type { Api } from "../../worker/entry/api.ts";
import { ApiError } from "./api-error.ts";
import { readAuthToken } from "./auth-token.ts";

type Credential = {
  header: string;
  /** Read on each call; null sends none. */
  value: () => string | null;
  /** Called after a 401 to a call that carried this value. */
  onRefused: (value: string) => void;
};

/** A client typed by the Worker's routes that sends one role's credential and the cookies. */
export function createClient({ header, value, onRefused }: Credential) {
  const headers = (): Record<string, string> => {
    const credential = value();
    return credential === null ? {} : { [header]: credential };
  };
  const call: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    const sent = new Headers(init?.headers).get(header);
    if (response.status === 401 && sent !== null) onRefused(sent);
    return response;
  };
  return hc<Api>("/", { headers, fetch: call, init: { credentials: "same-origin" } }).api;
}

let notifyRefused = () => {};

export function onSessionRefused(callback: () => void): void {
  notifyRefused = callback;
}

export const api = createClient({
  header: "Authorization",
  value: () => {
    const token = readAuthToken();
    return token && `Bearer ${token}`;
  },
  onRefused: () => notifyRefused(),
});

/** The response's JSON. Throws an ApiError for any response that isn't ok. */
export async function read<T>(call: Promise<ClientResponse<T>>): Promise<T> {
  const response = await call;
  if (!response.ok) throw await ApiError.from(response as unknown as Response);
  return (await response.json()) as T;
}
