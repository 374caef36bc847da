import type { Config } from "../../kernel/env.ts";
import { isSigned, sign } from "../../kernel/links/signing-keys.ts";

/** What a click in an email changed, when (epoch ms), and the value before it. */
export type Click = { changedAt: number; before: { wakeUpHour: number } | { pausedUntil: number | null } };

/** Returns a signed value; its holder is the person whose click this was. */
export function undoValueOf(config: Config, memberId: string, { changedAt, before }: Click): string {
  const what = "wakeUpHour" in before ? `hour.${before.wakeUpHour}` : `pause.${before.pausedUntil ?? ""}`;
  const change = `${changedAt}.${what}`;
  return `${change}.${sign(config, "by-mail-undo", `${memberId}:${change}`)}`;
}

export function clickOf(config: Config, memberId: string, undo: string): Click | null {
  const [at, what, value = "", ...signature] = undo.split(".");
  const change = `${memberId}:${at}.${what}.${value}`;
  if (!isSigned(config, "by-mail-undo", change, signature.join("."))) return null;
  const before = what === "hour" ? { wakeUpHour: Number(value) } : { pausedUntil: value === "" ? null : Number(value) };
  return { changedAt: Number(at), before };
}
