import jwt from "@tsndr/cloudflare-worker-jwt";
import { HOUR_MS } from "#domain/durations.ts";
import { isPushEndpoint, type PushState } from "#domain/rules/push.ts";
import type { Config } from "../env.ts";
import { senderAddress } from "../resend/mailer.ts";
import { encryptPush } from "./encrypt-push.ts";

export type Subscription = { endpoint: string; p256dh: string; auth: string; kid: string };

/** `unanswered`: the message may have been accepted. `refused`: it's our fault, so a repeat would fare no better. */
export type PushOutcome = {
  state: Extract<PushState, "accepted" | "gone" | "unanswered" | "refused" | "waiting">;
  refusal?: string;
  retryAfterMs?: number;
};

type Push = { message: string; ttlSeconds: number; topic: string; now: number };

const TIMEOUT_MS = 10_000;

const tokens = new Map<string, Promise<string>>();

/** VAPID (RFC 8292): the same token for all messages to a push service within the hour. */
function tokenFor(config: Config, { endpoint, kid }: Subscription, now: number): Promise<string> | null {
  const key = config.pushKeys.find((one) => one.kid === kid);
  if (!key) return null;
  const hour = Math.floor(now / HOUR_MS);
  const aud = new URL(endpoint).origin;
  const name = `${key.publicKey} ${aud} ${hour}`;
  const known = tokens.get(name);
  if (known) return known;
  // Those of hours past; there are as many as push services.
  for (const old of tokens.keys()) if (!old.endsWith(` ${hour}`)) tokens.delete(old);
  // Apple wants an address without a name.
  const claims = { aud, iat: hour * 3600, exp: (hour + 12) * 3600, sub: `mailto:${senderAddress(config)}` };
  const made = jwt
    .sign(claims, key.jwk, { algorithm: "ES256" })
    .then((token) => `vapid t=${token}, k=${key.publicKey}`);
  tokens.set(name, made);
  return made;
}

/** Seconds or a date. */
function waitOf(header: string | null, now: number): number {
  const ms = Number(header) * 1000 || Date.parse(header ?? "") - now;
  return Number.isNaN(ms) ? 0 : Math.max(0, ms);
}

function outcomeOf({ status, headers }: Response, now: number): PushOutcome {
  if (status >= 200 && status < 300) return { state: "accepted" };
  if (status === 404 || status === 410) return { state: "gone" };
  if (status === 429 || status >= 500)
    return { state: "waiting", retryAfterMs: waitOf(headers.get("retry-after"), now) };
  return { state: "refused", refusal: `status ${status}` };
}

/** Sends a message to one device. In development `PUSH_BASE_URL` takes the call; the token is still for the real address. */
export async function sendPush(config: Config, device: Subscription, push: Push): Promise<PushOutcome> {
  const { endpoint } = device;
  const { pushBaseUrl, pushHosts } = config;
  if (!isPushEndpoint(endpoint, pushHosts)) return { state: "refused", refusal: "endpoint" };
  const authorization = await tokenFor(config, device, push.now);
  if (authorization === null) return { state: "refused", refusal: "our key" };
  const body = await encryptPush(device, push.message).catch(() => null);
  if (body === null) return { state: "refused", refusal: "device's keys" };
  const { pathname, search } = new URL(endpoint);
  const waiting = new AbortController();
  const timer = setTimeout(() => waiting.abort(), TIMEOUT_MS);
  try {
    const response = await fetch(pushBaseUrl ? `${pushBaseUrl}${pathname}${search}` : endpoint, {
      method: "POST",
      headers: {
        authorization,
        "content-encoding": "aes128gcm",
        "content-type": "application/octet-stream",
        ttl: String(push.ttlSeconds),
        topic: push.topic,
        urgency: "high",
      },
      body,
      redirect: "manual",
      signal: waiting.signal,
    });
    // To its end, so that the connection is used again; its status is the answer.
    await response.arrayBuffer().catch(() => null);
    return outcomeOf(response, push.now);
  } catch {
    return { state: "unanswered" };
  } finally {
    // `AbortSignal.timeout` would keep each call's signal until its end.
    clearTimeout(timer);
  }
}
