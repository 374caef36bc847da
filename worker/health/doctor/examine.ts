import type { DoctorReport, Finding } from "#domain/contract/health.ts";
import type { Ctx } from "../../kernel/context.ts";
import { errorFields, log } from "../../kernel/log.ts";
import { examineChecks } from "./examine-checks.ts";
import { examineDatabase } from "./examine-database.ts";
import { examineMail } from "./examine-mail.ts";
import { examineMedia } from "./examine-media.ts";
import { examinePayments } from "./examine-payments.ts";
import { examineSettings } from "./examine-settings.ts";
import { failing } from "./finding.ts";

/** What is looked at, in the order in which it is told; none waits for another. */
const EXAMINATIONS: Record<string, (ctx: Ctx) => Promise<Finding[]>> = {
  Database: examineDatabase,
  Checks: examineChecks,
  Media: examineMedia,
  Mail: examineMail,
  PayPal: examinePayments,
  Settings: examineSettings,
};

/** Looks at everything that the product stands on, as it is right now. What cannot even be looked at is failing. */
export async function examine(ctx: Ctx): Promise<DoctorReport> {
  const examined = Object.entries(EXAMINATIONS).map(async ([name, look]) => {
    try {
      return await look(ctx);
    } catch (error) {
      log("error", "examination_failed", { name, ...errorFields(error) });
      return [failing(name, "It could not be looked at.", "The Worker's log says why: npx wrangler tail.")];
    }
  });
  return { findings: (await Promise.all(examined)).flat() };
}
