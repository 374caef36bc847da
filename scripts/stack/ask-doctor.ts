import { doctorReport, type Finding, health } from "#domain/contract/health.ts";
import { formatCount } from "#domain/formats.ts";
import { findingsOfHealth } from "#domain/rules/health-findings.ts";
import { askWorker, WorkerFailed } from "./ask-worker.ts";

/** The response of /api/health, which works without a database or valid settings; null if it can't be read. */
async function askHealth(appUrl: string) {
  try {
    const response = await fetch(`${appUrl}/api/health`);
    return health.parse(await response.json());
  } catch {
    return null;
  }
}

/**
 * The system check's findings for the Worker of these variables. If its call fails, the reason that /api/health gives.
 * @throws PlainError if the Worker isn't running or rejects the administrator
 */
export async function askDoctor(vars: Map<string, string> | undefined): Promise<Finding[]> {
  try {
    const { answer } = await askWorker("admin/doctor", undefined, vars);
    return doctorReport.parse(answer).findings;
  } catch (error) {
    if (!(error instanceof WorkerFailed)) throw error;
    return findingsOfHealth(await askHealth(error.appUrl));
  }
}

/** "0 failing, 4 warnings", and how many checks got no answer, if any. */
export function summaryOf(findings: Pick<Finding, "state">[]): string {
  const count = (wanted: Finding["state"]) => findings.filter(({ state }) => state === wanted).length;
  const parts = [`${count("failing")} failing`, formatCount(count("warning"), "warning")];
  return [...parts, ...(count("unknown") > 0 ? [`${count("unknown")} without an answer`] : [])].join(", ");
}
