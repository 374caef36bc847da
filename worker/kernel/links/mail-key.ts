import { sessionByMailPath, wakeUpChangePath } from "#domain/paths.ts";
import { pauseDayOf } from "#domain/rules/mail-pause.ts";
import type { Config } from "../env.ts";
import { isSigned, sign } from "./signing-keys.ts";

type Shared = { date: string; fallbackId: string | null; laterHour: number };
type Morning = { member: string; date: string };

const signedOf = ({ member, date }: Morning) => `${member}:${date}`;

/** The one key for a wake-up email's links. Contains no issue time or randomness, so a resent email is identical byte for byte. */
export function mailKey(config: Config, morning: Morning): string {
  return sign(config, "wake-up-mail", signedOf(morning));
}

export function isMailKey(config: Config, { key, ...morning }: Morning & { key: string }): boolean {
  return isSigned(config, "wake-up-mail", signedOf(morning), key);
}

/** Builds links that need no login. `laterUrl` moves emails to `laterHour`; with a `fallbackId`, the button opens that item. */
export function mailUrls(config: Config, { date, fallbackId, laterHour }: Shared) {
  const [until, hour] = [pauseDayOf(date), String(laterHour)];
  return (member: string) => {
    const link = { member, date, key: mailKey(config, { member, date }) };
    return {
      sessionUrl: `${config.appUrl}${sessionByMailPath(link, fallbackId)}`,
      pauseUrl: `${config.appUrl}${wakeUpChangePath(link, { until })}`,
      laterUrl: `${config.appUrl}${wakeUpChangePath(link, { hour })}`,
    };
  };
}
