import { vi } from "vitest";
import { MINUTE_MS, SECOND_MS } from "#domain/durations.ts";
import { createInvocations } from "./invocations.ts";
import { judge } from "./oracle.ts";
import { moveInOthers, readOthers, simulateAdministrator } from "./others.ts";
import { changeMember, moveIn, readRecords } from "./people.ts";
import { moveInBuyer, readPurchase, simulatePurchase } from "./purchase.ts";
import type { CallKind, Scenario } from "./scenario.ts";
import { simulateCrons } from "./simulated-crons.ts";
import { simulateEvents } from "./simulated-events.ts";
import { simulateProvider, tagOf, WORKER_HOST } from "./simulated-provider.ts";
import { simulateQueues } from "./simulated-queues.ts";
import { simulateResends } from "./simulated-resends.ts";
import { openStage, type Stage } from "./stage.ts";

/** Time after the day for work in progress to end. */
const LAST_MS = 5 * MINUTE_MS;

export type Day = {
  /** The rules it broke, as sentences. */
  broken: string[];
  /** What happened, one line each. */
  history: string[];
  calls: Record<CallKind, number>;
  kills: number;
  mails: number;
  /** Messages and invitations. */
  others: number;
  /** Batches that a resend made of others. */
  resent: number;
};

/** Runs a whole day of the Worker on its own clock and checks whether it broke a rule. */
export async function simulateDay(scenario: Scenario): Promise<Day> {
  const stage = openStage(scenario);
  try {
    return await runDay(stage);
  } finally {
    stage.time.stop();
    vi.unstubAllGlobals();
  }
}

async function runDay(stage: Stage): Promise<Day> {
  const { scenario, time, random } = stage;
  const people = await time.io(() => moveIn(stage));
  await time.io(() => moveInOthers(stage));
  await time.io(() => moveInBuyer(stage));
  const invocations = createInvocations(stage);
  invocations.bindQueues(simulateQueues(stage, invocations));
  const events = simulateEvents(stage, invocations);
  const provider = simulateProvider(stage, invocations, (nth) => {
    if (nth === scenario.complaintAt) events.complain(provider, people);
    events.reportAll(provider, people);
  });
  vi.stubGlobal("fetch", (input: string, init: RequestInit = {}) => {
    const url = new URL(input);
    return url.host === WORKER_HOST ? events.take(url, init) : provider.fetch(url, init);
  });
  for (const change of scenario.changes) {
    // Never exactly at a slot's instant.
    const at = stage.from + change.minute * MINUTE_MS + 137 + random() * 59 * SECOND_MS;
    time.at(at, () => void changeMember(people, change, { stage, report: provider.report }));
  }
  const acts = simulateAdministrator(stage);
  simulateResends(stage, invocations);
  simulatePurchase(stage, invocations);
  simulateCrons(stage, invocations);
  await time.runUntil(stage.until + LAST_MS);

  const { suppressed, ...records } = await readRecords();
  for (const person of people) person.suppressedAt = suppressed.get(person.id) ?? null;
  const accepted = provider.accepted().map((mail) => ({
    memberId: tagOf(mail, "member"),
    date: tagOf(mail, "date"),
    at: Date.parse(mail.acceptedAt),
    key: mail.idempotencyKey ?? "",
  }));
  const others = provider.others().map((mail) => ({
    memberId: mail.to[0]?.split("@")[0] ?? "",
    kind: tagOf(mail, "kind"),
    at: Date.parse(mail.acceptedAt),
  }));
  const longestOf = (kind: "stall" | "message_late") =>
    Math.max(0, ...stage.faultsOf(kind).map(({ seconds }) => seconds * SECOND_MS));
  const longest = { longestStallMs: longestOf("stall"), longestDelayMs: longestOf("message_late") };
  const broken = judge({
    ...stage,
    ...records,
    rate: scenario.rate,
    ...longest,
    complainedAt: events.complainedAt(),
    reported: events.taken,
    people,
    accepted,
    attempts: provider.attempts,
    calls: provider.calls,
    others: { ...acts, ...(await readOthers()), bought: await readPurchase(), accepted: others },
  });
  return {
    broken,
    history: stage.history,
    calls: invocations.counts,
    kills: invocations.kills(),
    mails: accepted.length,
    others: others.length,
    resent: records.batches.filter(({ sentAgainAs, id }) => sentAgainAs !== null && sentAgainAs !== id).length,
  };
}
