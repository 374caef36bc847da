import {
  createExecutionContext,
  createMessageBatch,
  createScheduledController,
  getQueueResult,
  waitOnExecutionContext,
} from "cloudflare:test";
import { env } from "cloudflare:workers";
import fc from "fast-check";
import { afterEach, beforeEach, expect, inject, test, vi } from "vitest";
import { CADENCES } from "#domain/rules/cadences.ts";
import { createMember, rowsOf, uniqueAddress } from "#test/worker/factories.ts";
import { mailIn } from "#test/worker/inbound.ts";
import { eventQueues, reportEvents, signed } from "#test/worker/mail-events.ts";
import { type RequestOptions, request, requestWith } from "#test/worker/request.ts";
import worker from "#worker/index.ts";
import type { MailEvent } from "#worker/kernel/queue-messages.ts";
import { NASTY_BODIES, NASTY_TEXTS, NASTY_VALUES } from "./nasty.ts";

const { seed, requests } = inject("fuzz");
const LONGEST_MS = 30 * 60_000;
/** The Worker's other entry points have fewer shapes than its routes. */
const some = { seed, numRuns: Math.ceil(requests / 20) };
const few = { seed, numRuns: Math.ceil(requests / 150) };

const errors: string[] = [];
beforeEach(() => {
  errors.length = 0;
  for (const level of ["info", "warn"] as const) vi.spyOn(console, level).mockReturnValue();
  vi.spyOn(console, "error").mockImplementation((...parts: unknown[]) => void errors.push(parts.map(String).join(" ")));
});
afterEach(() => {
  vi.restoreAllMocks();
});

const texts = fc.oneof(fc.constantFrom(...NASTY_TEXTS), fc.string({ unit: "binary", maxLength: 60 }));

/** Objects of a shape with bad values in most fields. */
function rotten<Shape extends object>(shape: Shape): fc.Arbitrary<object> {
  const fields = Object.entries(shape).map(
    ([name, right]) => [name, fc.oneof(fc.constant(right), NASTY_VALUES)] as const,
  );
  return fc.record(Object.fromEntries(fields), { requiredKeys: [] });
}

const ENDINGS = [
  ["audio", "mp3"],
  ["audio", "m4a"],
  ["video", "mp4"],
  ["captions", "vtt"],
  ["artwork", "png"],
] as const;

/** How accepted files start, with the marks that identify them. */
const BEGINNINGS = [
  "\xff\xfb\x90\x00",
  "ID3\x04\x00\x00\x7f\x7f\x7f\x7f",
  "Xing\x00\x00\x00\x0f\xff\xff\xff\xff",
  "\x00\x00\x00\x18ftypmp42\x00\x00\x00\x00mp42isom",
  "\x00\x00\x00\x01moov\xff\xff\xff\xff\xff\xff\xff\xff",
  "\x00\x00\x00\x00mdat",
  "\x1aE\xdf\xa3",
  "OggS\x00\x02",
  "RIFF\xff\xff\xff\xffWAVEfmt ",
  "fLaC\x00\x00\x00\x22",
  "\xff\xf1\x50\x80",
  "WEBVTT\n",
  "\x89PNG\r\n",
];

const files = fc
  .record({
    ending: fc.constantFrom(...ENDINGS),
    parts: fc.array(
      fc.oneof(
        fc.constantFrom(...BEGINNINGS).map((text) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))),
        fc.uint8Array({ maxLength: 300 }),
        fc.nat(255).map((byte) => new Uint8Array(2000).fill(byte)),
      ),
      { minLength: 1, maxLength: 6 },
    ),
  })
  .map(({ ending: [kind, ending], parts }) => ({
    kind,
    ending,
    bytes: Uint8Array.from(parts.flatMap((part) => [...part])),
  }))
  .filter(({ bytes }) => bytes.length > 0);

const laneMessage = { batchId: "none", tickAt: 0, startAt: 0, slowedMs: 0 };
const delivery = { memberId: "none", date: "2025-08-12" };
const mailEvent = {
  id: "1",
  kind: "bounced",
  at: 0,
  reason: null,
  emailKey: "nobody@daybolt.test",
  isLasting: true,
  delivery,
  gift: null,
};

test.for([
  ["daybolt-wake-up", laneMessage],
  ["daybolt-wake-up-4", laneMessage],
  ["daybolt-wake-up-dead", laneMessage],
  ["daybolt-mail-events", mailEvent],
  ["daybolt-mail-events-4", mailEvent],
] as const)(
  "any message on %s is handled, and an unreadable one is dropped",
  { timeout: LONGEST_MS },
  async ([queue, shape]) => {
    const bodies = fc.array(fc.oneof(rotten(shape), NASTY_VALUES), { minLength: 1, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(bodies, async (given) => {
        const execution = createExecutionContext();
        const messages = given.map((body) => ({ id: crypto.randomUUID(), timestamp: new Date(), attempts: 1, body }));
        const batch = createMessageBatch(queue, messages);
        await worker.queue(batch as MessageBatch<never>, env, execution);
        const { explicitAcks, ackAll, retryMessages } = await getQueueResult(batch, execution);
        expect(retryMessages).toEqual([]);
        expect(ackAll || explicitAcks.length === messages.length).toBe(true);
      }),
      few,
    );
  },
);

test(
  "a cron with any time and name completes",
  async () => {
    // Without a member, no slot's hour is computed.
    await createMember();
    const instants = fc.oneof(
      fc.constantFrom(0, -1, 1e15, Date.now() + 86_400_000, Date.now() - 400 * 86_400_000),
      fc.integer({ min: Date.parse("2020-01-01"), max: Date.parse("2040-01-01") }),
    );
    const crons = fc.constantFrom(CADENCES.tick.cron, CADENCES.hourly.cron, CADENCES.check.cron, "0 0 30 2 *");
    await fc.assert(
      fc.asyncProperty(instants, crons, async (at, cron) => {
        const execution = createExecutionContext();
        await worker.scheduled(createScheduledController({ scheduledTime: new Date(at), cron }), env, execution);
        await waitOnExecutionContext(execution);
      }),
      // An instant whose year has five digits.
      { ...few, examples: [[1e15, CADENCES.tick.cron]] },
    );
  },
  LONGEST_MS,
);

test(
  "Resend's webhook handles any correctly signed body",
  async () => {
    const event = {
      type: "email.bounced",
      created_at: "2025-08-12T00:00:00.000Z",
      data: {
        to: ["nobody@daybolt.test"],
        tags: { member: "none", date: "2025-08-12" },
        bounce: { type: "Permanent" },
      },
    };
    const bodies = fc.oneof(
      rotten(event).map((body) => JSON.stringify(body)),
      fc.constantFrom(...NASTY_BODIES),
      texts,
    );
    // Passed on here: messages left in the platform's queue would reach the next file's database.
    const queued: MailEvent[] = [];
    const queues = eventQueues(async (event) => queued.push(event));
    await fc.assert(
      fc.asyncProperty(bodies, async (body) => {
        const headers = { "content-type": "application/json", ...signed(body) };
        const options = { method: "POST", body, headers, address: uniqueAddress() };
        const response = await requestWith(queues, "/api/resend/webhook", options);
        expect(response.status, await response.text()).toBeLessThan(500);
      }),
      some,
    );
    expect(queued).not.toEqual([]);
    expect((await reportEvents(queued)).retryMessages).toEqual([]);
  },
  LONGEST_MS,
);

test(
  "PayPal's webhook handles any body that PayPal says it signed",
  async () => {
    const resource = {
      id: "I-NONE",
      billing_agreement_id: "I-NONE",
      sale_id: "S",
      amount: { total: "1.00", currency: "USD" },
      links: [{ rel: "up", href: "x" }],
    };
    const types = [
      "BILLING.SUBSCRIPTION.UPDATED",
      "PAYMENT.SALE.COMPLETED",
      "PAYMENT.SALE.REFUNDED",
      "PAYMENT.CAPTURE.REFUNDED",
      "CHECKOUT.ORDER.APPROVED",
      "CUSTOMER.DISPUTE.CREATED",
      "X",
    ];
    const events = fc.record({
      id: fc.uuid(),
      event_type: fc.constantFrom(...types),
      resource: fc.oneof(rotten(resource), NASTY_VALUES),
    });
    const bodies = fc.oneof(
      events.map((body) => JSON.stringify(body)),
      fc.constantFrom(...NASTY_BODIES),
      texts,
    );
    const signature = Object.fromEntries(
      ["auth-algo", "cert-url", "transmission-id", "transmission-sig", "transmission-time"].map((name) => [
        `paypal-${name}`,
        "x",
      ]),
    );
    const headers = { "content-type": "application/json", ...signature };
    const real = globalThis.fetch;
    vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
      const url = input instanceof Request ? input.url : String(input);
      if (!url.endsWith("/verify-webhook-signature")) return real(input, init);
      return Response.json({ verification_status: "SUCCESS" });
    });
    await fc.assert(
      fc.asyncProperty(bodies, async (body) => {
        const response = await request("/api/paypal/webhook", {
          method: "POST",
          body,
          headers,
          address: uniqueAddress(),
        });
        // Events that PayPal itself doesn't know are requested again later.
        expect([200, 400, 413, 503], await response.text()).toContain(response.status);
      }),
      some,
    );
  },
  LONGEST_MS,
);

test(
  "an email with any content is stored and forwarded",
  async () => {
    const lines = fc.array(
      fc.oneof(
        texts,
        fc.constantFrom(
          "From: a@b.co",
          "Subject: =?utf-8?B?gA==?=",
          "Content-Type: multipart/mixed; boundary=x",
          "--x",
          "--x--",
          "Content-Transfer-Encoding: base64",
          "Message-ID: <>",
          "In-Reply-To:",
          "Auto-Submitted: no",
          "",
        ),
      ),
      { maxLength: 12 },
    );
    const mails = fc.record({
      envelopeFrom: texts,
      to: fc.oneof(texts, fc.constant("unsubscribe+x@daybolt.test")),
      raw: fc.oneof(
        lines.map((all) => all.join("\r\n")),
        fc.uint8Array({ maxLength: 300 }),
      ),
    });
    await fc.assert(
      fc.asyncProperty(mails, async (mail) => {
        const { rejected, forwardedTo } = await mailIn(mail);
        // A duplicate has already been forwarded.
        expect(rejected).toEqual([]);
        expect(forwardedTo.length).toBeLessThan(2);
      }),
      few,
    );
    expect(errors.filter((line) => line.includes("inbound_part_failed"))).toEqual([]);
  },
  LONGEST_MS,
);

test(
  "any page path gets a proper response",
  async () => {
    const segments = fc.array(
      fc.oneof(texts, fc.constantFrom("embed", "youtube", "content", "app", "assets", "public", "..")),
      { maxLength: 4 },
    );
    await fc.assert(
      fc.asyncProperty(segments, async (parts) => {
        const path = `/${parts.map((part) => encodeURIComponent(part.toWellFormed())).join("/")}`;
        const response = await request(path);
        expect([200, 304, 307, 401, 404], path).toContain(response.status);
        const body = await response.text();
        if (response.status === 404 && !/^\/(api|audio|video|media|feed|episodes)(\/|$)/.test(path))
          expect(body).toContain("<!doctype html>");
      }),
      some,
    );
  },
  LONGEST_MS,
);

const encoded = (value: string) => btoa(String.fromCharCode(...new TextEncoder().encode(value)));

/** A long run starts more uploads than an administrator may in 15 minutes. */
const forgetUploads = () => rowsOf("delete from attempt_counters where key like 'upload-%'");

test(
  "an uploaded file never causes a server error, whatever its content",
  async () => {
    const call = async (path: string, init: RequestOptions) => {
      const response = await request(path, { admin: true, address: uniqueAddress(), ...init });
      expect(response.status, await response.clone().text()).toBeLessThan(500);
      return response;
    };
    await fc.assert(
      fc.asyncProperty(files, async ({ kind, ending, bytes }) => {
        await forgetUploads();
        const metadata = `kind ${encoded(kind)},filename ${encoded(`fuzz.${ending}`)}`;
        const started = await call("/api/admin/uploads", {
          method: "POST",
          headers: { "upload-length": String(bytes.length), "upload-metadata": metadata },
        });
        const path = started.headers.get("location") ?? "";
        const headers = {
          "upload-offset": "0",
          "content-length": String(bytes.length),
          "content-type": "application/offset+octet-stream",
        };
        expect((await call(path, { method: "PATCH", headers, body: bytes })).status).toBe(204);
        expect([200, 400]).toContain((await call(`${path}/complete`, { json: {} })).status);
      }),
      some,
    );
  },
  LONGEST_MS,
);

test(
  "starting an upload with any metadata causes no server error",
  async () => {
    const value = fc.oneof(
      texts.map(encoded),
      fc.string({ unit: fc.constantFrom(..."AYZ09+/=-_"), maxLength: 9 }),
      fc.constantFrom(btoa("audio"), btoa("fuzz.mp3")),
    );
    const name = fc.constantFrom("kind", "filename", "__proto__", "");
    const pairs = fc.array(
      fc.tuple(name, value).map((pair) => pair.join(" ")),
      { maxLength: 4 },
    );
    const length = fc.constantFrom("1", "0", "-1", "1e9", "NaN", "", "99999999999999999999");
    await fc.assert(
      fc.asyncProperty(pairs, length, async (metadata, size) => {
        await forgetUploads();
        const headers = { "upload-length": size, "upload-metadata": metadata.join(",") };
        const options = { method: "POST", admin: true, address: uniqueAddress(), headers };
        const response = await request("/api/admin/uploads", options);
        expect(response.status, await response.text()).toBeLessThan(500);
      }),
      some,
    );
  },
  LONGEST_MS,
);
