import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { api } from "#worker/entry/api.ts";
import type { Env } from "#worker/kernel/env.ts";

export type RequestOptions = {
  method?: string;
  json?: unknown;
  token?: string;
  admin?: boolean;
  /** The network address that the edge would report. */
  address?: string;
  /** The server's clock for this request, epoch ms. */
  now?: number;
  headers?: Record<string, string>;
  body?: BodyInit;
};

function buildRequest(path: string, options: RequestOptions = {}): Request {
  const headers = new Headers(options.headers);
  if (options.json !== undefined) headers.set("content-type", "application/json");
  if (options.token !== undefined) headers.set("authorization", `Bearer ${options.token}`);
  if (options.admin) headers.set("x-admin-password", env.ADMIN_PASSWORD);
  if (options.address !== undefined) headers.set("cf-connecting-ip", options.address);
  if (options.now !== undefined) headers.set("x-daybolt-now", String(options.now));
  const body = options.json === undefined ? options.body : JSON.stringify(options.json);
  // As the wire would say it.
  if (typeof body === "string") headers.set("content-length", String(new TextEncoder().encode(body).length));
  else if (body instanceof Uint8Array) headers.set("content-length", String(body.length));
  const method = options.method ?? (body === undefined ? "GET" : "POST");
  return new Request(`http://localhost${path}`, { method, headers, ...(body === undefined ? {} : { body }) });
}

/** Calls the Worker like a browser. Returns when work after the response is done, too, so an email it sends has arrived. */
export function request(path: string, options: RequestOptions = {}): Promise<Response> {
  return answerTo(env, buildRequest(path, options));
}

/**
 * Calls the Worker with other variables or bindings than the run's own, such as `{ ENVIRONMENT: "production" }`.
 * Returns when work after the response is done, too; `onAnswer` is called before that.
 */
export function requestWith(
  bindings: Record<string, unknown>,
  path: string,
  options: RequestOptions = {},
  onAnswer: () => void = () => {},
): Promise<Response> {
  return requestIn({ ...env, ...bindings }, path, options, onAnswer);
}

/** Sends a request in a given environment, whose configuration the Worker parses only once for any number of calls. */
export function requestIn(
  environment: Env,
  path: string,
  options: RequestOptions = {},
  onAnswer: () => void = () => {},
): Promise<Response> {
  return answerTo(environment, buildRequest(path, options), onAnswer);
}

/** The Worker's response to a raw request, once all its work is done. */
export async function answerTo(environment: Env, asked: Request, onAnswer: () => void = () => {}): Promise<Response> {
  const execution = createExecutionContext();
  const response = await api.fetch(asked, environment, execution);
  onAnswer();
  await waitOnExecutionContext(execution);
  return response;
}
