import { formatCount } from "#domain/formats.ts";

/** `at` is epoch ms; `sent` is bytes so far. */
type Sample = { at: number; sent: number };

const WINDOW_MS = 8000;

/** Upload speed over the last seconds: an average over the whole upload would miss a change of the connection. */
export class TransferRate {
  #samples: Sample[] = [];

  /** @returns bytes per second, or null until there are two samples */
  add(sample: Sample): number | null {
    const isOn = (earlier: Sample) => earlier.sent <= sample.sent && sample.at - earlier.at <= WINDOW_MS;
    this.#samples = [...this.#samples.filter(isOn), sample];
    const first = this.#samples[0] ?? sample;
    return sample.at > first.at ? ((sample.sent - first.sent) / (sample.at - first.at)) * 1000 : null;
  }
}

/** Seconds → "less than a minute left", "about 5 min left" */
export function formatTimeLeft(seconds: number): string {
  if (seconds < 60) return "less than a minute left";
  const minutes = Math.round(seconds / 60);
  return minutes < 90 ? `about ${formatCount(minutes, "minute")} left` : `about ${Math.round(minutes / 60)} hours left`;
}
