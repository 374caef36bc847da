import { SECOND_MS } from "#domain/durations.ts";

type Call = { at: number; mails: number; status: number };

/** Records the Resend side's calls; tests and benches read from it how fast we sent. */
export function createTraffic() {
  let calls: Call[] = [];
  let inFlight = 0;
  let mostInFlight = 0;

  return {
    begin(): void {
      inFlight += 1;
      mostInFlight = Math.max(mostInFlight, inFlight);
    },
    end(call: Call): void {
      inFlight -= 1;
      calls.push(call);
    },
    clear(): void {
      calls = [];
      mostInFlight = inFlight;
    },
    read() {
      const instants = calls.map(({ at }) => at).toSorted((a, b) => a - b);
      return {
        calls: calls.length,
        mails: calls.reduce((sum, { mails, status }) => sum + (status < 400 ? mails : 0), 0),
        refusedForRate: calls.filter(({ status }) => status === 429).length,
        firstAt: instants[0] ?? null,
        lastAt: instants.at(-1) ?? null,
        mostInFlight,
        /** The most calls in any one second. */
        mostInASecond: mostInASecond(instants),
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
