import type { Config } from "../../kernel/env.ts";
import { isSigned, sign } from "../../kernel/links/signing-keys.ts";

/** What a click in a mail changed, when (epoch ms), and what stood there before. */
export type Click = { changedAt: number; before: { wakeUpHour: number } | { pausedUntil: number | null } };

/** Proves who holds it to be the one whose click this was. */
export function undoValueOf(config: Config, memberId: string, { changedAt, before }: Click): string {
  const what = "wakeUpHour" in before ? `hour.${before.wakeUpHour}` : `pause.${before.pausedUntil ?? ""}`;
  const change = `${changedAt}.${what}`;
  return `${change}.${sign(config, "by-mail-undo", `${memberId}:${change}`)}`;
}

/** The click that a value was made for; null for one that is not ours. */
export function clickOf(config: Config, memberId: string, undo: string): Click | null {
  const [at, what, value = "", ...signature] = undo.split(".");
  const change = `${memberId}:${at}.${what}.${value}`;
  if (!isSigned(config, "by-mail-undo", change, signature.join("."))) return null;
  const before = what === "hour" ? { wakeUpHour: Number(value) } : { pausedUntil: value === "" ? null : Number(value) };
  return { changedAt: Number(at), before };
}
