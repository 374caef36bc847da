import type { ImportField } from "#domain/rules/import-fields.ts";

/** "subscription_currentPeriodEnd (UTC)" → "subscription current period end"; what only says whose column it is goes. */
export function plainName(name: string): string {
  return name
    .replaceAll(/([a-z\d])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .replaceAll(/\([^()]*\)|\[|\]/g, " ")
    .replaceAll(/[^a-z\d]+/g, " ")
    .replaceAll(/\be mail/g, "email")
    .trim()
    .replace(/^(?:(?:customer|subscriber|member|user|patron|contact|account|client|person|supporter)s? )+(?=\S)/, "")
    .replace(/^(?:billing|buyer) (?=(?:first |last |full )?name)/, "");
}

type Names = { is: RegExp[]; isnt?: RegExp };

/** The names of columns by what they hold, the surest first. Values confirm them (`guess-columns.ts`). */
const NAMES: Record<ImportField, Names> = {
  email: { is: [/^email(?: address)?$/, /^(?:mail|address|login)$/, /\bemail(?: address)?$/] },
  firstName: { is: [/^(?:first|given) ?name$|^fname$|^forename$|^first$/] },
  lastName: { is: [/^(?:last|family) ?name$|^lname$|^surname$|^last$/] },
  name: { is: [/^(?:full |display )?name$/, /^fullname$/] },
  zone: { is: [/^time ?zone$/, /^(?:zone|tz)$/, /\btime ?zone\b/] },
  hour: { is: [/^wake ?up (?:hour|time)$/, /^(?:hour|time)$/, /^(?:preferred|send|delivery|email) (?:hour|time)$/] },
  paidUntil: {
    is: [
      /\b(?:paid|valid|active|access|premium) (?:until|till|thru|through|to)\b|^until$/,
      /\bexpir(?:es|e|y|ation|ing)\b/,
      /\b(?:period|term|access|subscription|membership|plan|paid)(?: \w+)? ends?\b/,
      /^ends?(?: (?:date|at|on))?$|\bend date$/,
    ],
    isnt: /\b(?:trial|card|cc|credit|coupon|discount|token|link|code|offer|start|cancel\w*|license)\b/,
  },
  nextPayment: {
    is: [
      /\bnext (?:charge|payment|bill|billing|invoice|renewal|due)\b/,
      /\brenew(?:s|al)\b/,
      /\b(?:payment|billing) due\b/,
    ],
    isnt: /\b(?:auto|automatic|amount|price|status|method|last|count)\b/,
  },
  plan: {
    is: [
      /^plan(?: name)?$/,
      /^(?:membership|subscription)s?(?: (?:level|plan|type|name|tier))?$/,
      /^(?:tier|level)s?(?: name)?$/,
      /\b(?:plan|tier|level|product|price|package)(?: (?:name|title|code|id))?$/,
    ],
    isnt: /\b(?:amount|total|unit|status)\b/,
  },
  planLength: { is: [/\b(?:interval|period|frequency|term|recurrence)(?: (?:length|count|value|number))?$/] },
  unsubscribed: {
    is: [
      /\bunsub\w*/,
      /\bopt(?:ed)? ?out\b/,
      /\b(?:do not|dont|no) (?:email|mail|contact)s?\b/,
      /\bemails? (?:\w+ )?(?:disabled|off|blocked|muted)\b|\b(?:disabled?|blocked|muted) emails?\b/,
      /^(?:email )?(?:blocklisted|blacklisted)(?: at| on)?$/,
    ],
    isnt: /\b(?:reason|campaign|id|url|link|title|count|page|sms|push|phone)\b/,
  },
  bounced: { is: [/^(?:email )?(?:hard )?(?:bounced?|suppressed)(?: at| on| date)?$/] },
  complained: { is: [/^(?:email |spam |marked as |reported as )?(?:spam|complained|complaint)(?: at| on| date)?$/] },
  subscribed: {
    is: [
      /\bsubscribed(?: to(?: .*)?)?$/,
      /\b(?:newsletters?|mailing list)\b/,
      /\bopt(?:ed)? ?in\b/,
      /\baccepts? (?:email )?marketing\b/,
      /\b(?:email|marketing) (?:marketing )?(?:enabled|consent|permission|status|state|subscription|preference)s?\b/,
      /\breceives? emails?\b/,
      /\b(?:notifications?|updates)\b/,
    ],
    // Confirmed twice isn't the same as wanted.
    isnt: /\b(?:ip|id|url|count|source|time|date|at|double|sms|push|phone)\b/,
  },
  status: {
    is: [/^(?:membership |subscription )?(?:status|state)$/, /\bstatus$/, /\bactive\b/, /\btype$/],
    isnt: /\b(?:charge|payment|order|email|marketing|shipping|invoice|delivery|inactive|last)\b/,
  },
  complimentary: { is: [/\bcomplimentary\b/, /\bcomp(?:ed)?\b|\blifetime\b/] },
  joined: {
    is: [
      /\bjoin(?:ed)?(?: date| at| on)?$|^(?:\w+ )?since(?: date)?$/,
      /\b(?:created|registered|registration|sign ?up|signed up|added|creation)\b/,
      /\bsubscribed (?:at|on|date)$/,
      /\bstart(?:ed)?(?: date| at| on)?$|\b(?:confirm|opt ?in) time$/,
      /\bfirst (?:payment|charge)\b/,
    ],
    isnt: /\b(?:by|ip|period|trial|birth)\b/,
  },
  labels: { is: [/^(?:labels?|tags?)$/, /\b(?:labels|tags)$/, /^(?:groups?|segments?|categories)$/] },
};

/** How sure a name is of a field: 0 is the surest; null if it isn't one of its names. */
export function rankOf(field: ImportField, plain: string): number | null {
  const { is, isnt } = NAMES[field];
  const rank = isnt?.test(plain) ? -1 : is.findIndex((name) => name.test(plain));
  return rank === -1 ? null : rank;
}

/** How often they pay: better than a level's name, if the values say it. */
export const RHYTHM_NAME = /\b(?:interval|frequency|term|period|cycle|recurrence|billing|duration)\b/;
/** A price beside a status: it's about the membership. */
export const CHARGE_NAME = /\b(?:charge|amount|price|fee|mrr|revenue|payment|pledge|paid|spent|spend)\b/;
/** More than what's used as an end looks like one. */
export const LOOKS_LIKE_END = /\b(?:ends?|ended|until|expir\w+|renew\w*)\b/;
