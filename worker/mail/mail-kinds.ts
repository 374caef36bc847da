import * as z from "zod";
import { APP_PAGES, setupPasswordPath } from "#domain/paths.ts";
import type { Config } from "../env.ts";
import { tokenOf } from "../hashing.ts";
import { type MailBody, renderMail } from "./templates.ts";

/** What a stored mail holds of its content. Tokens are made again from the link's row id at each attempt. */
const membership = z.object({ name: z.string(), durationText: z.string(), endDateText: z.string() });

export const transactionalMail = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("password-reset"), parameters: z.object({}) }),
  z.object({ kind: z.literal("trial-welcome"), parameters: membership }),
  z.object({ kind: z.literal("trial-granted"), parameters: membership }),
]);
export type TransactionalMail = z.infer<typeof transactionalMail>;

/** The full address behind a set-up or reset mail. */
export function setupPasswordLink(config: Config, linkId: string, email: string): string {
  return `${config.appUrl}${setupPasswordPath(tokenOf(config, linkId), email)}`;
}

type Addressee = { to: string; linkId: string | null };

/** @throws Error when a mail that carries a link has none: a defect, never an input. */
function linkOf(config: Config, { to, linkId }: Addressee): string {
  if (linkId === null) throw new Error("A mail with a link was stored without one.");
  return setupPasswordLink(config, linkId, to);
}

export function renderTransactionalMail(config: Config, mail: TransactionalMail, addressee: Addressee): MailBody {
  switch (mail.kind) {
    case "password-reset":
      return renderMail(mail.kind, { resetUrl: linkOf(config, addressee) });
    case "trial-welcome":
      return renderMail(mail.kind, { ...mail.parameters, setupUrl: linkOf(config, addressee) });
    case "trial-granted":
      return renderMail(mail.kind, { ...mail.parameters, loginUrl: `${config.appUrl}${APP_PAGES.login}` });
  }
}
