import { adminDayPath } from "#domain/paths.ts";
import type { MailKind } from "#domain/words.ts";
import { FIELDS } from "./fields.ts";
import { type Kind, kind } from "./kind.ts";

/** To whoever runs an installation (`OPERATOR_EMAIL`). */
export const operatorKinds = {
  "difference-report": kind({
    subject: "PayPal and we differed: {{countText}} on {{dateText}}",
    parameters: FIELDS.pick({ dateText: true, countText: true, lines: true }),
  }),
  "complaints-alarm": kind({
    subject: "{{countText}} about our emails within 7 days",
    parameters: FIELDS.pick({ countText: true, shareText: true, followsText: true }),
  }),
  "incident-begun": kind({
    subject: "Alarm: {{title}}",
    parameters: FIELDS.pick({ title: true, detail: true, mend: true, sinceText: true }),
  }),
  "incident-over": kind({
    subject: "All well again: {{title}}",
    parameters: FIELDS.pick({ title: true, detail: true, sinceText: true, untilText: true }),
  }),
  "empty-morning": kind({
    subject: "Tomorrow has no session: {{outcomeText}}",
    parameters: FIELDS.pick({ date: true, dateText: true, outcomeText: true, detailText: true }),
    values: ({ config, parameters }) => ({ dayUrl: `${config.appUrl}${adminDayPath(parameters.date)}` }),
  }),
} satisfies Partial<Record<MailKind, Kind>>;
