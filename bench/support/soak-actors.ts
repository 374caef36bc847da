import { randomInt, randomUUID } from "node:crypto";
import type { sandboxClient } from "../../sandbox/sandbox-client.ts";
import type { BenchWorker } from "../../test/support/bench-worker.ts";
import { AUDIO, ITEM, type Member, PASSWORD } from "./soak-house.ts";

const ADMIN_PASSWORD = "an-admin-password-for-the-bench";
const STEP_SECONDS = 10;

/** What happened during the run, according to the actors. */
export type Counts = {
  requests: number;
  errors: string[];
  injected: number;
  sessions: number;
  /** The position last saved, by member. */
  positions: Map<string, number>;
  edits: number;
  title: string;
  purchases: number;
};

export const noCounts = (): Counts => ({
  ...{
    requests: 0,
    errors: [],
    injected: 0,
    sessions: 0,
    positions: new Map(),
    edits: 0,
    title: "Today",
    purchases: 0,
  },
});

type Sandbox = ReturnType<typeof sandboxClient>;
type Asked = RequestInit & { expected?: number[]; json?: unknown };

/** Actors that use the Worker, and record what they did and every unexpected response. */
export function soakActors({ url }: BenchWorker, sandbox: Sandbox, counts: Counts) {
  async function ask(path: string, { expected = [200], json, ...init }: Asked = {}): Promise<Response> {
    counts.requests += 1;
    const headers = new Headers(init.headers);
    if (json !== undefined) headers.set("content-type", "application/json");
    const body = json === undefined ? (init.body ?? null) : JSON.stringify(json);
    const method = init.method ?? (body === null ? "GET" : "POST");
    const response = await fetch(new URL(path, url), { ...init, headers, method, body });
    if (!expected.includes(response.status))
      counts.errors.push(`${method} ${path}: ${response.status} ${(await response.clone().text()).slice(0, 120)}`);
    return response;
  }
  const cookiesOf = (response: Response) =>
    response.headers
      .getSetCookie()
      .map((one) => one.split(";")[0])
      .join("; ");
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

  /** Logs in, plays audio in ranges, aborts one of them, and saves each step. */
  async function listen({ id, email }: Member): Promise<void> {
    const login = await ask("/api/auth/login", { json: { email, password: PASSWORD } });
    if (!login.ok) return;
    const { token } = (await login.json()) as { token: string };
    counts.sessions += 1;
    const cookie = cookiesOf(login);
    await (await ask(`/api/content/${ITEM}`, { headers: bearer(token) })).arrayBuffer();
    const from = counts.positions.get(id) ?? 0;
    let playback: number | undefined;
    for (let step = 1; step <= 3; step += 1) {
      const first = randomInt(AUDIO.bytes - 200_000);
      const range = { cookie, range: `bytes=${first}-${first + 131_071}` };
      const bytes = await (await ask(`/audio/${AUDIO.key}`, { headers: range, expected: [206] })).arrayBuffer();
      if (bytes.byteLength !== 131_072) counts.errors.push(`a range of ${bytes.byteLength} bytes`);
      const position = (from + step * STEP_SECONDS) % AUDIO.seconds;
      const known = playback === undefined ? {} : { playback, sequence: step };
      const json = { audioPosition: position, audioProgress: (position / AUDIO.seconds) * 100, ...known };
      const saved = await ask(`/api/progress/${ITEM}`, { headers: bearer(token), json });
      playback = ((await saved.json()) as { playback: number }).playback;
      counts.positions.set(id, position);
    }
    // The player is closed in the middle of a read.
    const abort = new AbortController();
    const broken = await fetch(new URL(`/audio/${AUDIO.key}`, url), { headers: { cookie }, signal: abort.signal });
    await broken.body?.getReader().read();
    abort.abort();
    counts.injected += 1;
  }

  const admin = { "x-admin-password": ADMIN_PASSWORD };

  async function edit(): Promise<void> {
    const title = `Today, edit ${counts.edits + 1}`;
    const saved = await ask(`/api/content/${ITEM}`, { method: "PUT", headers: admin, json: { title } });
    if (!saved.ok) return;
    counts.edits += 1;
    counts.title = title;
    for (const path of ["/api/content/all", "/api/admin/stats", "/api/health"])
      await (await ask(path, { headers: admin, expected: path.endsWith("health") ? [200, 503] : [200] })).arrayBuffer();
  }

  function fail(fault: Parameters<Sandbox["paypal"]["arm"]>[0]) {
    counts.injected += 1;
    return sandbox.paypal.arm(fault);
  }

  /**
   * Buys a month as a visitor; each of PayPal's events arrives twice. Sometimes PayPal fails: when the subscription is
   * created, when it's read for the browser, or when an event's signature is verified, in which case PayPal resends it.
   */
  async function buy(fails: "create" | "read" | "verify" | null): Promise<void> {
    const requestId = randomUUID();
    const json = { requestId, plan: "monthly", email: `buyer-${requestId}@soak.test`, consent: true };
    if (fails === "create") {
      await fail({ kind: "server_error", times: 3, operation: "subscriptions.create", about: requestId });
      await (await ask("/api/checkout", { json, expected: [503] })).arrayBuffer();
    }
    const started = await ask("/api/checkout", { json });
    if (!started.ok) return;
    const { subscriptionId, checkoutId } = (await started.json()) as { subscriptionId: string; checkoutId: string };
    await sandbox.paypal.control({ action: "approve", id: subscriptionId });
    const confirm = async () => {
      const headers = { cookie: cookiesOf(started) };
      const confirmed = await ask(`/api/checkout/${checkoutId}/confirm`, { method: "POST", headers });
      return ((await confirmed.json()) as { token: string | null }).token;
    };
    if (fails === "read") {
      const fault = await fail({
        kind: "server_error",
        times: 100,
        operation: "subscriptions.get",
        about: subscriptionId,
      });
      if ((await confirm()) !== null)
        counts.errors.push("somebody was signed in by a subscription that nobody could read");
      await sandbox.paypal.disarm(fault);
    }
    if ((await confirm()) !== null) counts.sessions += 1;
    for (const { id } of await sandbox.paypal.events(subscriptionId)) {
      const { body, headers } = await sandbox.paypal.signedEvent(id);
      const sent = { method: "POST", body, headers: { "content-type": "application/json", ...headers } };
      if (fails === "verify") {
        const fault = await fail({ kind: "server_error", times: 100, operation: "webhooks.verify", about: id });
        await (await ask("/api/paypal/webhook", { ...sent, expected: [503] })).arrayBuffer();
        await sandbox.paypal.disarm(fault);
      }
      for (const _ of [1, 2]) await (await ask("/api/paypal/webhook", sent)).arrayBuffer();
    }
    counts.purchases += 1;
  }

  return { listen, edit, buy };
}
