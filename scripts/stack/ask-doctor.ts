import { doctorReport, type Finding, health } from "#domain/contract/health.ts";
import { findingsOfHealth } from "#domain/rules/health-findings.ts";
import { askWorker, WorkerFailed } from "./ask-worker.ts";

/** What /api/health says, which needs neither the database nor right settings; null for an answer that cannot be read. */
async function askHealth(appUrl: string) {
  try {
    const response = await fetch(`${appUrl}/api/health`);
    return health.parse(await response.json());
  } catch {
    return null;
  }
}

/**
 * What the doctor finds at the Worker of these variables; where its call breaks down, what the Worker's health says of the reason.
 * @throws PlainError for a Worker that does not run or refuses the administrator
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
