import { SECOND_MS } from "#domain/durations.ts";

type Call = { at: number; lane: string | null; mails: number; status: number };

/** Records the Resend side's calls; tests and benches read from it how fast we sent. */
export function createTraffic() {
  let calls: Call[] = [];
  let inFlight = 0;
  let mostInFlight = 0;
  const laneInFlight = new Map<string, number>();
  const mostOfLane = new Map<string, number>();

  return {
    begin(lane: string | null): void {
      inFlight += 1;
      mostInFlight = Math.max(mostInFlight, inFlight);
      if (lane === null) return;
      const now = (laneInFlight.get(lane) ?? 0) + 1;
      laneInFlight.set(lane, now);
      mostOfLane.set(lane, Math.max(mostOfLane.get(lane) ?? 0, now));
    },
    end(call: Call): void {
      inFlight -= 1;
      if (call.lane !== null) laneInFlight.set(call.lane, (laneInFlight.get(call.lane) ?? 1) - 1);
      calls.push(call);
    },
    clear(): void {
      calls = [];
      mostInFlight = inFlight;
      mostOfLane.clear();
    },
    read() {
      const instants = calls.map(({ at }) => at).toSorted((a, b) => a - b);
      const lanes = [...mostOfLane].map(([lane, most]) => ({
        lane,
        calls: calls.filter((call) => call.lane === lane).length,
        mostInFlight: most,
      }));
      return {
        calls: calls.length,
        mails: calls.reduce((sum, { mails, status }) => sum + (status < 400 ? mails : 0), 0),
        refusedForRate: calls.filter(({ status }) => status === 429).length,
        firstAt: instants[0] ?? null,
        lastAt: instants.at(-1) ?? null,
        mostInFlight,
        /** The most calls in any one second. */
        mostInASecond: mostInASecond(instants),
        lanes: lanes.toSorted((a, b) => (a.lane < b.lane ? -1 : 1)),
      };
    },
  };
}

export type Traffic = ReturnType<typeof createTraffic>;
export type TrafficReport = ReturnType<Traffic["read"]>;

function mostInASecond(instants: readonly number[]): number {
  let [first, most] = [0, 0];
  for (const [index, instant] of instants.entries()) {
    while (Number(instants[first]) <= instant - SECOND_MS) first += 1;
    most = Math.max(most, index - first + 1);
  }
  return most;
}
