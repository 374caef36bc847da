import * as z from "zod";
import { MINUTE_MS } from "#domain/durations.ts";
import type { Config } from "../env.ts";
import { log } from "../log.ts";
import { parseJson } from "../parse-json.ts";
import { PayPalError } from "./paypal-error.ts";

const TRY_MS = 8000;
/** Time limit for all tries of a call, because a person waits for most of them. */
const PATIENCE_MS = 20_000;
const TRIES = 3;
const FIRST_PAUSE_MS = 300;
const LONGEST_PAUSE_MS = 3000;
/** Tokens live about nine hours. One that expires within a minute isn't used. */
const TOKEN_MARGIN_MS = MINUTE_MS;

type Account = NonNullable<Config["paypal"]>;
type Token = { value: string; expiresAt: number };

/** Per isolate, by account. Tokens are secret, so they aren't stored anywhere else. */
const tokens = new Map<string, Token>();

const tokenAnswer = z.object({ access_token: z.string().min(1), expires_in: z.number() });
const errorAnswer = z.object({
  name: z.string().optional(),
  details: z.array(z.object({ issue: z.string().optional() })).optional(),
});

export type Call<Schema extends z.ZodType> = {
  operation: string;
  method: "GET" | "POST" | "PATCH";
  path: string;
  body?: string;
  /** Makes a retry harmless on endpoints where PayPal honors it. */
  requestId?: string;
  /** Never retried, because nothing makes a retry harmless. */
  isOnce?: boolean;
  schema: Schema;
};

type Try = (patience: AbortSignal) => Promise<Answer | null>;
type Answer = { status: number; text: string; retryAfterMs: number | null; debugId: string | null };

async function send(request: () => Promise<Response>): Promise<Answer | null> {
  try {
    const response = await request();
    const seconds = Number(response.headers.get("retry-after") ?? Number.NaN);
    return {
      status: response.status,
      text: await response.text(),
      retryAfterMs: Number.isFinite(seconds) ? seconds * 1000 : null,
      debugId: response.headers.get("paypal-debug-id"),
    };
  } catch {
    // Timed out, or the connection broke.
    return null;
  }
}

function issueOf(text: string): string | null {
  const answer = errorAnswer.safeParse(parseJson(text));
  return (answer.success && (answer.data.details?.[0]?.issue ?? answer.data.name)) || null;
}

function isPassing(answer: Answer | null): boolean {
  return answer === null || answer.status === 429 || answer.status >= 500 || answer.status === 408;
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

function fail(operation: string, answer: Answer | null, isAway: boolean): never {
  const { status = null, debugId = null } = answer ?? {};
  const issue = answer && issueOf(answer.text);
  log(isAway ? "warn" : "error", "paypal_call_failed", { operation, status, issue, debugId });
  throw new PayPalError(isAway, { operation, status, issue, debugId });
}

async function tried(operation: string, most: number, once: Try): Promise<Answer> {
  const patience = AbortSignal.timeout(PATIENCE_MS);
  let answer: Answer | null = null;
  for (let tries = 0; tries < most && !patience.aborted; tries += 1) {
    if (tries > 0) {
      const wait = answer?.retryAfterMs ?? FIRST_PAUSE_MS * 4 ** (tries - 1);
      // No one waits this long in front of a screen. The crons try again.
      if (wait > LONGEST_PAUSE_MS) break;
      await pause(wait);
    }
    answer = await once(patience);
    if (!isPassing(answer)) break;
  }
  if (answer === null || isPassing(answer)) return fail(operation, answer, true);
  return answer;
}

/** Creates a PayPal API caller with a cached token, limited retries and time, and parsed answers. */
export function createCaller({ baseUrl, clientId, clientSecret }: Account, now: number) {
  const key = `${baseUrl} ${clientId}`;

  const request = (path: string, init: RequestInit, patience: AbortSignal) => () =>
    fetch(`${baseUrl}${path}`, { ...init, signal: AbortSignal.any([patience, AbortSignal.timeout(TRY_MS)]) });

  async function readToken(patience: AbortSignal): Promise<string | Answer | null> {
    const known = tokens.get(key);
    if (known && known.expiresAt > now) return known.value;
    const headers = {
      authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}`,
      "content-type": "application/x-www-form-urlencoded",
    };
    const init = { method: "POST", headers, body: "grant_type=client_credentials" };
    const answer = await send(request("/v1/oauth2/token", init, patience));
    const token = tokenAnswer.safeParse(answer?.status === 200 ? parseJson(answer.text) : undefined);
    if (!token.success) return answer?.status === 200 ? null : answer;
    const expiresAt = now + token.data.expires_in * 1000 - TOKEN_MARGIN_MS;
    tokens.set(key, { value: token.data.access_token, expiresAt });
    return token.data.access_token;
  }

  /** Null for a 404. @throws PayPalError */
  return async function call<Schema extends z.ZodType>(wanted: Call<Schema>): Promise<z.output<Schema> | null> {
    const { operation, method, path, body, requestId, isOnce = false, schema } = wanted;
    let hasRenewed = false;
    const once: Try = async (patience) => {
      const token = await readToken(patience);
      if (typeof token !== "string") return token;
      const headers = {
        authorization: `Bearer ${token}`,
        accept: "application/json",
        prefer: "return=representation",
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(requestId === undefined ? {} : { "paypal-request-id": requestId }),
      };
      const answer = await send(request(path, { method, headers, ...(body === undefined ? {} : { body }) }, patience));
      if (answer?.status !== 401 || hasRenewed) return answer;
      // PayPal may have revoked the token early.
      hasRenewed = true;
      tokens.delete(key);
      return once(patience);
    };
    const answer = await tried(operation, isOnce ? 1 : TRIES, once);
    if (answer.status === 404) return null;
    // Wrong credentials are ours to fix, and a later call may work.
    if (answer.status === 401 || answer.status === 403) return fail(operation, answer, true);
    if (answer.status >= 300) return fail(operation, answer, false);
    const json = parseJson(answer.text);
    const parsed = schema.safeParse(json);
    // An HTML page or an answer that we can't parse counts as no answer.
    if (!parsed.success || (json === undefined && answer.text !== "")) return fail(operation, answer, true);
    return parsed.data;
  };
}
