import type { MailKind } from "#domain/words.ts";
import { doesTrialEnd } from "./causes.queries.ts";
import { fields } from "./fields.ts";
import { type Kind, kind } from "./kind.ts";

const extension = fields("name", "endDateText");
const trial = fields("name", "endDateText", "durationText");
const end = fields("name", "leftText", "endDateText", "endsAt");
const again = "while_trial_ends_then";

export const trialKinds = {
  "trial-welcome": kind({
    subject: "Your {{brand}} trial is ready, {{name}}",
    parameters: trial,
    link: "setup",
    again,
  }),
  "trial-granted": kind({
    subject: "{{name}}, you have {{durationText}} of {{brand}}, on us",
    parameters: trial,
    again,
  }),
  "trial-extended": kind({
    subject: "Your {{brand}} trial now runs until {{endDateText}}",
    parameters: extension,
    again,
  }),
  "trial-extended-setup": kind({
    subject: "Your {{brand}} trial now runs until {{endDateText}}",
    parameters: extension,
    link: "setup",
    again,
  }),
  "trial-ends-week": kind({
    subject: "Your {{brand}} trial ends on {{endDateText}}",
    parameters: end,
    stillTrue: doesTrialEnd,
  }),
  "trial-ends-day": kind({
    subject: "Last reminder: your {{brand}} trial ends on {{endDateText}}",
    parameters: end,
    stillTrue: doesTrialEnd,
  }),
} satisfies Partial<Record<MailKind, Kind>>;
