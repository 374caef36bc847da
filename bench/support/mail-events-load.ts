import { setTimeout as sleep } from "node:timers/promises";
import { mailEventBody, signMailEvent } from "../../sandbox/resend/mail-events.ts";

export type EventsReport = {
  "events/s": number;
  "events answered": number;
  "events refused": number;
  "event p50": string;
  "event p99": string;
};

const TICK_MS = 20;

/** Posts events to the Worker at a rate per second, "delivered" for each email in turn. */
export async function postMailEvents(
  url: URL,
  { members, date, perSecond }: { members: { id: string; email: string }[]; date: string; perSecond: number },
): Promise<EventsReport> {
  const took: number[] = [];
  let refused = 0;
  const post = async ({ id, email }: { id: string; email: string }) => {
    const now = Date.now();
    const tags = [
      { name: "member", value: id },
      { name: "date", value: date },
    ];
    const body = mailEventBody(
      { id, to: [email], from: "wake-up@daybolt.test", subject: "Morning", tags },
      "email.delivered",
      now,
    );
    const headers = { "content-type": "application/json", ...signMailEvent(body, { id: `msg_${id}`, now }) };
    const response = await fetch(new URL("/api/resend/webhook", url), { method: "POST", headers, body });
    await response.arrayBuffer();
    if (response.ok) took.push(Date.now() - now);
    else refused += 1;
  };
  const startedAt = Date.now();
  const posts: Promise<void>[] = [];
  while (posts.length < members.length) {
    const due = Math.min(members.length, Math.floor(((Date.now() - startedAt) * perSecond) / 1000));
    for (const member of members.slice(posts.length, due)) posts.push(post(member));
    await sleep(TICK_MS);
  }
  await Promise.all(posts);
  const seconds = (Date.now() - startedAt) / 1000;
  const sorted = took.toSorted((one, other) => one - other);
  const at = (share: number) => `${sorted[Math.floor((sorted.length - 1) * share)] ?? 0} ms`;
  return {
    "events/s": Math.round(members.length / seconds),
    "events answered": took.length,
    "events refused": refused,
    "event p50": at(0.5),
    "event p99": at(0.99),
  };
}
