import * as z from "zod";
import { APP_PAGES } from "#domain/paths.ts";
import type { Config } from "../kernel/env.ts";
import { storedAs } from "./stored-mail.ts";
import { type MailBody, renderMail } from "./templates.ts";

const text = z.string();

/** The mails to whoever runs an installation (`OPERATOR_EMAIL`); texts are finished. */
export const operatorMails = [
  storedAs("difference-report", z.object({ dateText: text, countText: text, lines: text })),
  storedAs("complaints-alarm", z.object({ countText: text, shareText: text, followsText: text })),
  storedAs("incident-begun", z.object({ title: text, detail: text, mend: text, sinceText: text })),
  storedAs("incident-over", z.object({ title: text, detail: text, sinceText: text, untilText: text })),
] as const;

type OperatorMail = z.infer<(typeof operatorMails)[number]>;

const KINDS = new Set<string>(operatorMails.map((mail) => mail.shape.kind.value));

export function isOperatorMail<M extends { kind: string }>(mail: M): mail is Extract<M, OperatorMail> {
  return KINDS.has(mail.kind);
}

/** The body of a mail to the operator; each leads to the admin area. */
export function operatorMailBody({ appUrl }: Config, { kind, parameters }: OperatorMail): MailBody {
  return renderMail(kind, { ...parameters, adminUrl: `${appUrl}${APP_PAGES.admin}` });
}
