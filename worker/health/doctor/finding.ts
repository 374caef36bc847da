import type { Finding } from "#domain/contract/health.ts";

export const ok = (name: string, says: string): Finding => ({ name, state: "ok", says, mend: null });
export const warning = (name: string, says: string, fix: string): Finding => ({
  name,
  state: "warning",
  says,
  mend: fix,
});
export const failing = (name: string, says: string, fix: string): Finding => ({
  name,
  state: "failing",
  says,
  mend: fix,
});
export const noAnswer = (name: string, says: string, fix: string): Finding => ({
  name,
  state: "not_told",
  says,
  mend: fix,
});
