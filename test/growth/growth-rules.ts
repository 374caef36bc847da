/** What the house holds: days of the member that calls are by or about and of those before them, sessions up to today, and members. */
export type Sizes = { days: number; earlierDays: number; sessions: number; members: number };

/** What rows grow with, as test/growth/grown-member.ts and test/worker/large-house.ts create it. */
const UNITS = {
  day: ({ days }: Sizes) => days,
  favorite: ({ days }: Sizes) => days / 7,
  payment: ({ days }: Sizes) => days / 30,
  /** A day on which anyone paid: the house's members joined a minute apart. */
  paidDay: ({ days, earlierDays, members }: Sizes) => (earlierDays + days) / 30 + members / 1440,
  session: ({ sessions }: Sizes) => sessions,
  member: ({ members }: Sizes) => members,
  trial: ({ members }: Sizes) => members / 5,
} as const;
type Unit = keyof typeof UNITS;

/** Rows that a call reads at most, and how many more for each of a unit. */
export type Rule = { rows?: number; each?: Partial<Record<Unit, number>> };

/** The limit of a call that isn't listed below. */
const MOST = 200;

/** All others read at most `MOST` rows, however large the house is. docs/rules/budgets.md, "Growth", says the same. */
export const RULES: Record<string, Rule> = {
  // The last 371 days, with two rows each; 300 episodes with their files.
  "GET /api/user/activity": { rows: 790 },
  "GET /feed/:token": { rows: 610 },
  "GET /api/admin/members?sort=email-desc&status=ended": { rows: 500 },
  "GET /api/admin/members?sort=email&type=annual&status=active": { rows: 500 },
  "GET /api/admin/members?label=vip&type=annual": { rows: 790 },
  "GET /api/admin/members?lastSession=never&joinedFrom=2020-01-01": { rows: 220 },
  "GET /api/admin/members/:id": { rows: 375 },
  // All that match, until they are the 150 that a page reads.
  "GET /api/admin/members?q=ana+b": { each: { member: 0.01 } },
  // A row for each migration.
  "GET /api/admin/doctor": { rows: 220 },
  // A row for each slot of the last days.
  "GET /api/admin/overview": { rows: 240 },
  "GET /api/admin/trial-users": { rows: 1010 },
  "GET /api/content/all": { rows: 1050 },
  // Three rows for each of the thirty sessions they show.
  "GET /api/content/all?limit=30": { rows: 95 },
  "GET /api/content/library": { rows: 156 },
  // Dates, sessions, and the member's own record.
  "GET /api/user/mornings": { rows: 190 },
  // Above 500 in 30 days, it counts them all. In this house, three in five members have one.
  "GET /api/paypal/subscriptions": { rows: 1010, each: { member: 0.6 } },

  "GET /api/user/engagement": { each: { day: 3.1 } },
  "GET /api/user/streak": { each: { day: 2 } },
  "GET /api/content/months": { rows: 350, each: { day: 2.8 } },
  "GET /api/content/library (counts)": { each: { session: 2, day: 1.2 } },
  "GET /api/content/library (search)": { each: { session: 2, day: 1.2 } },
  "GET /api/content/library (video)": { each: { session: 1 } },
  "GET /api/content/library (not done)": { each: { day: 1.7 } },
  "GET /api/content/library (started)": { each: { day: 0.4 } },
  "GET /api/content/library (favorites)": { each: { favorite: 4 } },
  "PUT /api/content/:id/favorite": { each: { favorite: 2 } },
  "POST /api/progress/:id (completes)": { each: { day: 5.7 } },
  "POST /api/by-mail/progress (completes)": { each: { day: 5.7 } },
  "POST /api/episodes/done": { each: { day: 5.7 } },
  "POST /api/progress/:id/not-done": { each: { day: 6.8 } },
  "POST /api/progress/:id/not-done (again)": { each: { day: 6.8 } },
  "POST /api/user/privacy/download": { rows: 500, each: { day: 1.7 } },
  "GET /api/user/subscription": { each: { payment: 5 } },
  "POST /api/user/subscription/cancel": { each: { payment: 5 } },
  "POST /api/user/privacy/delete": { each: { payment: 2 } },
  "GET /api/admin/members/:id/payments": { each: { payment: 6 } },
  "GET /api/admin/media?kind=audio&search=nothing": { each: { session: 1 } },
  "GET /api/content/sheet": { each: { session: 1.1 } },
  "GET /api/content/all?search=nothing": { each: { session: 2 } },
  // An index entry and a row each, until 50,000 rows are read.
  "GET /api/admin/members?q=nobody": { each: { member: 2 } },
  "GET /api/admin/members?q=nobody&inside=yes": { each: { member: 2 } },
  "GET /api/admin/members/counts": { each: { member: 2 } },
  "GET /api/admin/members/export": { each: { member: 1.2 } },
  // In this house, three in five members have one.
  "GET /api/admin/payments/export": { each: { member: 4.3 } },
  "GET /api/admin/payments?plan=annual": { rows: 750 },
  "GET /api/admin/payments?state=refunded": { rows: 750 },
  "GET /api/admin/payments/months": { rows: 400, each: { paidDay: 2 } },
  // In this house, three in five members began in the month.
  "GET /api/admin/payments/cohorts/:month": { each: { member: 6 } },
  // A few for each of the day's payments, of which this house has hundreds, whatever its size.
  "GET /api/admin/payments/compared/:date": { rows: 1650 },
  // A receipt each.
  "POST /api/user/correct-address": { each: { payment: 1 } },
  "GET /api/admin/trial-users?limit=25&q=nobody": { each: { trial: 1 } },
};

const grown = ({ each = {} }: Rule, sizes: Sizes): number =>
  (Object.keys(each) as Unit[]).reduce((sum, unit) => sum + (each[unit] ?? 0) * UNITS[unit](sizes), 0);

export function mostRows(rule: Rule, sizes: Sizes): number {
  return (rule.rows ?? MOST) + grown(rule, sizes);
}

/** More than this shows that rows grow with something: what earlier calls added is a few rows. */
export function mostMore(rule: Rule, before: { sizes: Sizes; rows: number }, sizes: Sizes): number {
  return 15 + before.rows * 0.02 + grown(rule, sizes) - grown(rule, before.sizes);
}
