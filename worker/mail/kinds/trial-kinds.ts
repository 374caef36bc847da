import { BRAND } from "#domain/brand.ts";
import type { MailKind } from "#domain/words.ts";
import { doesTrialEnd } from "./causes.queries.ts";
import { FIELDS } from "./fields.ts";
import { type Kind, kind } from "./kind.ts";

const extension = FIELDS.pick({ name: true, endDateText: true });
const trial = FIELDS.pick({ name: true, endDateText: true, durationText: true });
const end = FIELDS.pick({ name: true, leftText: true, endDateText: true, endsAt: true });
const again = "while_trial_ends_then";

export const trialKinds = {
  "trial-welcome": kind({
    subject: `Your ${BRAND.name} trial starts now, {{name}}`,
    parameters: trial,
    link: "setup",
    again,
  }),
  "trial-granted": kind({ subject: `{{durationText}} of ${BRAND.name} for you, {{name}}`, parameters: trial, again }),
  "trial-extended": kind({
    subject: `Your ${BRAND.name} trial now runs until {{endDateText}}`,
    parameters: extension,
    again,
  }),
  "trial-extended-setup": kind({
    subject: `Your ${BRAND.name} trial now runs until {{endDateText}}`,
    parameters: extension,
    link: "setup",
    again,
  }),
  "trial-ends-week": kind({
    subject: `Your ${BRAND.name} trial ends on {{endDateText}}`,
    parameters: end,
    stillTrue: doesTrialEnd,
  }),
  "trial-ends-day": kind({
    subject: `Last day: your ${BRAND.name} trial ends on {{endDateText}}`,
    parameters: end,
    stillTrue: doesTrialEnd,
  }),
} satisfies Partial<Record<MailKind, Kind>>;
