import { adminPath } from "#domain/paths.ts";
import type { MailKind } from "#domain/words.ts";
import { fields } from "./fields.ts";
import { type Kind, kind } from "./kind.ts";

type Opening = { config: { appUrl: string }; parameters: { path: string } };
const opened = ({ config, parameters }: Opening) => ({ placeUrl: `${config.appUrl}${parameters.path}` });

export const operatorKinds = {
  "difference-report": kind({
    subject: "Warning: {{countText}} out of sync with PayPal on {{dateText}}",
    parameters: fields("dateText", "countText", "lines"),
    values: ({ config }) => ({ placeUrl: `${config.appUrl}${adminPath({ tab: "overview" })}` }),
  }),
  "complaints-alarm": kind({
    subject: "Alarm: {{countText}} in 7 days",
    parameters: fields("countText", "shareText", "followsText"),
    values: ({ config }) => ({ placeUrl: `${config.appUrl}${adminPath({ tab: "delivery" })}` }),
  }),
  "incident-begun": kind({
    subject: "{{severityText}}: {{title}}",
    parameters: fields("title", "detail", "mend", "sinceText", "severityText", "path"),
    values: opened,
  }),
  "incident-over": kind({
    subject: "Resolved: {{title}}",
    parameters: fields("title", "detail", "sinceText", "untilText", "path"),
    values: opened,
  }),
  "empty-morning": kind({
    subject: "Warning: tomorrow has no session, so {{outcomeText}}",
    parameters: fields("date", "dateText", "outcomeText", "detailText"),
    values: ({ config, parameters }) => ({
      dayUrl: `${config.appUrl}${adminPath({ tab: "content", day: parameters.date })}`,
    }),
  }),
  "administrator-key": kind({
    subject: "{{title}}",
    parameters: fields("title"),
    values: ({ config }) => ({
      placeUrl: `${config.appUrl}${adminPath({ tab: "settings", page: "administrators" })}`,
    }),
  }),
} satisfies Partial<Record<MailKind, Kind>>;
