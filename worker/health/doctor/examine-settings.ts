import { BRAND } from "#domain/brand.ts";
import type { Finding } from "#domain/contract/health.ts";
import { missingParticulars } from "#domain/rules/operator.ts";
import type { Ctx } from "../../kernel/context.ts";
import { failing, ok, warning } from "./finding.ts";

/** What is set, never to what: secrets are checked at start, so what is left is what may be empty. */
export async function examineSettings({ config }: Ctx): Promise<Finding[]> {
  const empty = [
    config.adminTotpSecret === null && "ADMIN_TOTP_SECRET (a second factor for /admin)",
    config.operatorEmail === null && "OPERATOR_EMAIL (who hears of trouble)",
    config.supportMailbox === null && "SUPPORT_MAILBOX (where letters are forwarded)",
    config.unsubscribeAddress === null && "UNSUBSCRIBE_ADDRESS (unsubscribing by mail)",
  ].filter((name) => name !== false);
  const [signing, ...verifying] = config.signingKeys.listed;
  const missing = missingParticulars({ ...BRAND, mailSender: config.mailFrom });
  const says = `Still missing: ${missing.join(", ")}.`;
  const mend = "Fill in domain/brand.ts and MAIL_FROM; production sends no mail before.";
  return [
    ok("Secrets", "All that must be set are, and can be read."),
    ok("Keys", `Key ${signing.id} signs.${verifying.map(({ id }) => ` Key ${id} is good, too.`).join("")}`),
    empty.length === 0
      ? ok("Variables", "None is empty.")
      : warning("Variables", `Empty: ${empty.join(", ")}.`, "docs/operations.md, Variables and secrets."),
    missing.length === 0
      ? ok("Particulars", "Name, address and law are filled in.")
      : (config.isDevelopment ? warning : failing)("Particulars", says, mend),
  ];
}
