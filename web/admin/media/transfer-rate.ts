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

const UNITS = ["B", "kB", "MB", "GB"] as const;

/** 1234567 → "1.2 MB" */
export function formatBytes(bytes: number): string {
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), UNITS.length - 1);
  const amount = bytes / 1000 ** power;
  return `${amount.toFixed(power > 1 && amount < 100 ? 1 : 0)} ${UNITS[power]}`;
}

/** Seconds → "less than a minute left", "about 5 min left" */
export function formatTimeLeft(seconds: number): string {
  if (seconds < 60) return "less than a minute left";
  const minutes = Math.round(seconds / 60);
  return minutes < 90 ? `about ${minutes} min left` : `about ${Math.round(minutes / 60)} h left`;
}
