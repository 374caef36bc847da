import { HOUR_MS, SECOND_MS } from "#domain/durations.ts";
import { type MailEventType, signMailEvent } from "#sandbox/resend/mail-events.ts";
import worker from "#worker/index.ts";
import type { Evidence, Person } from "./evidence.ts";
import type { Invocations } from "./invocations.ts";
import { type Provider, tagOf } from "./simulated-provider.ts";
import type { Stage } from "./stage.ts";

/** How often and how far apart an event is sent if the Worker rejects it. */
const TIMES = 4;
const AGAIN_AFTER_MS = 50 * SECOND_MS;
const LATEST_MS = 4 * HOUR_MS;

/** Signs each attempt again, as a signature is valid for five minutes, and an attempt may take longer. */
function signedNow({ headers: signed, body, ...init }: RequestInit): RequestInit {
  const headers = new Headers(signed as never);
  const signature = signMailEvent(String(body), { id: headers.get("svix-id") ?? "", now: Date.now() });
  return { ...init, body, headers: { ...Object.fromEntries(headers), ...signature } };
}

/** Sends the Worker events for some emails: in any order, some twice, some hours late. */
export function simulateEvents({ scenario, time, random, note, troubled }: Stage, { invoke }: Invocations) {
  let reported = 0;
  const taken: Evidence["reported"] = [];
  let complainedAt: number | null = null;

  /** After the first complaint, nothing is sent for a day. */
  function hearComplaint(): void {
    if (scenario.complaintAt === null || complainedAt !== null) return;
    complainedAt = Date.now();
    troubled("somebody complains: all sending pauses", 24 * HOUR_MS);
  }

  async function bring(url: URL, init: RequestInit, times = 1): Promise<void> {
    let status = 0;
    const ending = await invoke("webhook", async (env, execution) => {
      // Stops the clock until the request reaches the queue or gets its response: reading a body takes real time.
      const { promise, resolve } = Promise.withResolvers<void>();
      void time.io(() => promise);
      const queues = Object.entries(env).filter(([name]) => name.startsWith("MAIL_EVENTS_QUEUE"));
      const heard = queues.map(([name, binding]) => {
        const queue = binding as Queue;
        const send: typeof queue.send = (...event) => {
          resolve();
          return queue.send(...event);
        };
        return [name, { ...queue, send }];
      });
      const bindings = { ...env, ...Object.fromEntries(heard) };
      try {
        ({ status } = await worker.fetch(new Request(url, signedNow(init) as never) as never, bindings, execution));
      } finally {
        resolve();
      }
    });
    if (ending === "done" && status < 300) {
      const { type, data } = JSON.parse(String(init.body)) as { type: string; data: { tags: Record<string, string> } };
      taken.push({ memberId: data.tags.member ?? "", date: data.tags.date ?? "", type, at: Date.now() });
      return;
    }
    note(`the event was not taken: ${ending} ${status}`);
    if (times < TIMES) time.at(Date.now() + AGAIN_AFTER_MS, () => void bring(url, init, times + 1));
  }

  function fateOf(): MailEventType[] {
    const fate = random();
    if (fate < 0.03) return ["email.sent", "email.bounced"];
    if (fate < 0.13) return fate < 0.08 ? ["email.sent", "email.failed"] : ["email.failed"];
    return fate < 0.15 ? ["email.delivered", "email.complained"] : ["email.sent", "email.delivered"];
  }

  return {
    complainedAt: () => complainedAt,
    taken,
    /** Someone complains about the most recently accepted email. */
    complain({ accepted, report }: Provider, people: Person[]): void {
      const mail = accepted().at(-1);
      const person = mail && people.find(({ id }) => id === tagOf(mail, "member"));
      if (!mail || !person) return;
      hearComplaint();
      person.bouncedAt ??= Date.now();
      void report(mail, "email.complained");
    },
    /** Receives the sandbox's `fetch` calls to the Worker. */
    async take(url: URL, init: RequestInit): Promise<Response> {
      const copies = random() < 0.2 ? 2 : 1;
      for (let copy = 0; copy < copies; copy += 1)
        time.at(Date.now() + copy * random() * AGAIN_AFTER_MS, () => void bring(url, init));
      return new Response(null, { status: 202 });
    },
    /** Schedules events for emails accepted since the last call. */
    reportAll({ accepted, report }: Provider, people: Person[]): void {
      const mails = accepted();
      for (const mail of mails.slice(reported)) {
        if (random() * 100 >= scenario.reported) continue;
        const person = people.find(({ id }) => id === tagOf(mail, "member"));
        for (const type of fateOf()) {
          time.at(Date.now() + random() ** 4 * LATEST_MS, () => {
            if (type === "email.complained") hearComplaint();
            if (person && (type === "email.bounced" || type === "email.complained")) person.bouncedAt ??= Date.now();
            void report(mail, type);
          });
        }
      }
      reported = mails.length;
    },
  };
}
