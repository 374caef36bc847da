import { adminDayPath } from "#domain/paths.ts";
import type { MailKind } from "#domain/words.ts";
import { fields } from "./fields.ts";
import { type Kind, kind } from "./kind.ts";

export const operatorKinds = {
  "difference-report": kind({
    subject: "Out of sync with PayPal: {{countText}} on {{dateText}}",
    parameters: fields("dateText", "countText", "lines"),
  }),
  "complaints-alarm": kind({
    subject: "{{countText}} about our emails within 7 days",
    parameters: fields("countText", "shareText", "followsText"),
  }),
  "incident-begun": kind({ subject: "Alarm: {{title}}", parameters: fields("title", "detail", "mend", "sinceText") }),
  "incident-over": kind({
    subject: "Resolved: {{title}}",
    parameters: fields("title", "detail", "sinceText", "untilText"),
  }),
  "empty-morning": kind({
    subject: "Tomorrow has no session: {{outcomeText}}",
    parameters: fields("date", "dateText", "outcomeText", "detailText"),
    values: ({ config, parameters }) => ({ dayUrl: `${config.appUrl}${adminDayPath(parameters.date)}` }),
  }),
} satisfies Partial<Record<MailKind, Kind>>;
