import type { Finding } from "#domain/contract/health.ts";

function withFix(state: Finding["state"]) {
  return (name: string, says: string, mend: string): Finding => ({ name, state, says, mend });
}

export const ok = (name: string, says: string): Finding => ({ name, state: "ok", says, mend: null });
export const warning = withFix("warning");
export const failing = withFix("failing");
export const noAnswer = withFix("not_told");
