import type { Config } from "../env.ts";
import { isSameSecret, keyedHash } from "../hashing.ts";

/** What a click in a mail changed, when (epoch ms), and what stood there before. */
export type Click = { changedAt: number; before: { wakeUpHour: number } | { pausedUntil: number | null } };

/** Proves who holds it to be the one whose click this was. */
export function undoValueOf(config: Config, memberId: string, { changedAt, before }: Click): string {
  const what = "wakeUpHour" in before ? `hour.${before.wakeUpHour}` : `pause.${before.pausedUntil ?? ""}`;
  return `${changedAt}.${what}.${keyedHash(config, "by-mail-undo", `${memberId}:${changedAt}.${what}`)}`;
}

/** The click that a value was made for; null for one that is not ours. */
export function clickOf(config: Config, memberId: string, undo: string): Click | null {
  const [at, what, value = ""] = undo.split(".");
  const before = what === "hour" ? { wakeUpHour: Number(value) } : { pausedUntil: value === "" ? null : Number(value) };
  const click = { changedAt: Number(at), before };
  return isSameSecret(undo, undoValueOf(config, memberId, click)) ? click : null;
}
