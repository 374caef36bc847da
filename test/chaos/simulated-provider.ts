import { MINUTE_MS, SECOND_MS } from "#domain/durations.ts";
import { createFaults } from "#sandbox/faults.ts";
import { createOutbox } from "#sandbox/outbox/outbox.ts";
import { createMailEvents } from "#sandbox/resend/mail-events.ts";
import { resendRoutes } from "#sandbox/resend/resend.routes.ts";
import { uuidOf } from "#sandbox/uuid-of.ts";
import type { Evidence } from "./evidence.ts";
import type { Invocations } from "./invocations.ts";
import type { Fault } from "./scenario.ts";
import type { Stage } from "./stage.ts";

export const WORKER_HOST = "worker.test";
const MOST = 1_000_000;
const LONGEST_LATENCY_MS = 400;
/** The length of a pause after the account is rejected, with the first call that follows. */
const PAUSED_MS = 6 * MINUTE_MS;
/** Longer than it takes for a complaint to arrive. */
const COMPLAINT_TAKES_MS = 8 * SECOND_MS;
const PATIENCE_MS = 30 * SECOND_MS;

type Trouble = Pick<Extract<Fault, { kind: "answer" }>, "answer" | "retryAfter">;
type SentMail = { tags: { name: string; value: string }[] };

type Attempt = Evidence["attempts"][number];

/** The sandbox fault that plays the scenario's trouble. */
function faultOf(trouble: Trouble | null): Parameters<ReturnType<typeof createFaults>["add"]>[0] | null {
  const times = 1;
  switch (trouble?.answer) {
    case "rate_limit":
      return { kind: "rate_limit", times, retryAfterSeconds: trouble.retryAfter };
    case "server_error":
      return { kind: "server_error", times, status: 500 };
    case "bad_gateway":
      return { kind: "server_error", times, status: 502 };
    case "unauthorized":
      return { kind: "unauthorized", times, status: 401 };
    case "cut":
    case "drop_after_accept":
      return { kind: trouble.answer, times };
    default:
      return null;
  }
}

/** Every email but a wake-up. */
const isOther = (mail: SentMail) => tagOf(mail, "date") === "";

export const tagOf = (mail: SentMail, tag: string) => mail.tags.find(({ name }) => name === tag)?.value ?? "";

/** The sandbox's Resend on the simulated clock, with the responses that the scenario asks for. */
export function simulateProvider(stage: Stage, invocations: Invocations, onCall: (nth: number) => void) {
  const { scenario, time, random, note, troubled } = stage;
  const now = () => Date.now();
  let sent = 0;
  // The Worker chooses a queue by an email's ID, and the same day must make the same calls.
  const newId = () => {
    sent += 1;
    return uuidOf(`email ${sent}`);
  };
  const outbox = createOutbox({ now, bodiesKept: MOST, newId });
  const faults = createFaults();
  const mailEvents = createMailEvents({ now, workerUrl: `http://${WORKER_HOST}` });
  const routes = resendRoutes({
    mailEvents,
    now,
    outbox,
    faults,
    rate: scenario.rate,
    takesMs: 0,
    wait: time.sleep,
    verifiedDomain: undefined,
  });
  const attempts: Attempt[] = [];
  const calls: Evidence["calls"] = [];
  const [answers, outages] = [stage.faultsOf("answer"), stage.faultsOf("outage")];

  function troubleOf(nth: number): Trouble | null {
    const own = answers.find((fault) => fault.nth <= nth && nth < fault.nth + fault.times);
    if (own) return own;
    const isOut = outages.some((fault) => stage.isWithin(Date.now(), fault));
    return isOut ? { answer: "server_error", retryAfter: 1 } : null;
  }

  /** No response: the call ends when the Worker times out. */
  const silence = (signal: AbortSignal | null | undefined) =>
    new Promise<never>((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));

  function attemptOf({ headers, body }: RequestInit): Attempt {
    const memberIds = (JSON.parse(String(body)) as SentMail[]).map((mail) => tagOf(mail, "member"));
    return { at: now(), key: new Headers(headers as never).get("idempotency-key") ?? "", memberIds };
  }

  async function reach(nth: number, path: string, init: RequestInit, trouble: Trouble | null) {
    const fault = faultOf(trouble);
    if (fault) faults.add(fault);
    let isHungUp = false;
    const socket = { destroy: () => (isHungUp = true) };
    const answer = await time.io(async () => {
      const request = new Request(`http://${WORKER_HOST}${path}`, init as never) as never;
      const { status, headers, ...response } = await read(
        await routes.fetch(request, { incoming: { socket } } as never),
      );
      return { status, headers, ...response };
    });
    const call = attemptOf(init);
    const [, error = null] = isHungUp ? [] : (/"name":"(\w+)"/.exec(answer.status < 400 ? "" : answer.body) ?? []);
    calls.push({ ...call, error });
    onCall(nth);
    // The others' keys are random, and the same day must have the same history.
    const by = call.key.startsWith("wake-up/") ? call.key : "another key";
    note(`${call.memberIds.length} mails by ${by}: ${isHungUp ? "no answer" : answer.status}`);
    if (isHungUp) throw new TypeError("Network connection lost.");
    return answer;
  }

  async function answer(nth: number, path: string, init: RequestInit): Promise<Response> {
    const trouble = troubleOf(nth);
    if (trouble) troubled(`${trouble.answer} to call ${nth}`, Math.max(PATIENCE_MS, trouble.retryAfter * SECOND_MS));
    if (trouble?.answer === "unauthorized") troubled("sending pauses", PAUSED_MS);
    if (trouble?.answer === "timeout_before") return silence(init.signal);
    const { body, status, headers } = await reach(nth, path, init, trouble);
    if (trouble?.answer === "timeout_after") return silence(init.signal);
    await time.sleep(random() * LONGEST_LATENCY_MS + (nth === scenario.complaintAt ? COMPLAINT_TAKES_MS : 0));
    // Its body is ready, because reading one would take real time.
    const response = new Response(null, { status, headers });
    return Object.assign(response, { text: async () => body, json: async () => JSON.parse(body) as unknown });
  }

  return {
    attempts,
    calls,
    /** Receives the Worker's `fetch` calls to the provider. */
    async fetch(url: URL, init: RequestInit): Promise<Response> {
      const sender = invocations.senderOf(url);
      if (!sender) return new Promise(() => {});
      attempts.push(attemptOf(init));
      const answered = invocations.call(sender.of, "mail", (nth) => answer(nth, sender.path, init));
      return Promise.race([answered, silence(init.signal)]);
    },
    report: mailEvents.report,
    /** Accepted wake-up emails, oldest first. */
    accepted: () =>
      outbox
        .list({ limit: MOST })
        .filter((mail) => !isOther(mail))
        .toReversed(),
    others: () => outbox.list({ limit: MOST }).filter(isOther),
  };
}

async function read(response: Response) {
  return { body: await response.text(), status: response.status, headers: response.headers };
}

export type Provider = ReturnType<typeof simulateProvider>;
