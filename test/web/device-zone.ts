import { vi } from "vitest";

/** Sets this device's time zone until mocks are restored. */
export function standIn(zone: string): void {
  const { resolvedOptions } = Intl.DateTimeFormat.prototype;
  const own = resolvedOptions.call(new Intl.DateTimeFormat()).timeZone;
  vi.spyOn(Intl.DateTimeFormat.prototype, "resolvedOptions").mockImplementation(function (this: Intl.DateTimeFormat) {
    const options = resolvedOptions.call(this);
    return { ...options, timeZone: options.timeZone === own ? zone : options.timeZone };
  });
}
