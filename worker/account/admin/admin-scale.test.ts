import { env } from "cloudflare:workers";
import { beforeAll, expect, inject, test } from "vitest";
import { addDays, monthOf } from "#domain/rules/calendar-days.ts";
import { dateIn } from "#domain/rules/local-time.ts";
import { LAUNCH_DATE } from "#domain/rules/release.ts";
import { DEFAULT_ZONE } from "#domain/rules/time-zones.ts";
import type { Cost } from "#test/support/cost.ts";
import { db, uniqueAddress } from "#test/worker/factories.ts";
import { memberIdOf } from "#test/worker/large-house.queries.ts";
import { fillLargeHouse, itemsUntil, LARGE_HOUSE } from "#test/worker/large-house.ts";
import { requestWith } from "#test/worker/request.ts";
import { countingD1 } from "#test/worker/wrapped-d1.ts";
import { api } from "../../entry/api.ts";
import { log } from "../../kernel/log.ts";

const NOW = Date.now();
const TODAY = dateIn(DEFAULT_ZONE, NOW);
// Large enough that every list fills its page.
const SMALL = { members: 2000, items: itemsUntil(NOW), deliveries: 7000 };
// npm test compares two small databases; npm run test:long uses the size that the product is built for.
const LARGE = {
  ...(inject("isLargeHouse") ? LARGE_HOUSE : { members: 8000, deliveries: 70_000 }),
  items: 2 * SMALL.items,
};
const MEMBER = memberIdOf(21);
const ADDRESS = "large-000021@large.daybolt.test";
const ITEM = addDays(LAUNCH_DATE, 3);
const LATE_DATE = addDays(LAUNCH_DATE, 45);

/** An administrator's reads, by route: the first page, each filter, and a late page. */
const READS: Record<string, string[]> = {
  "/api/admin/audit": [
    "",
    "?before=200",
    "?action=trial.grant",
    "?action=trial.grant&before=200",
    `?subject=${ADDRESS}`,
    `?subject=${MEMBER}&action=trial.grant`,
  ],
  "/api/admin/doctor": [""],
  "/api/admin/broadcasts": [""],
  "/api/admin/delivery/batches": [`?date=${addDays(TODAY, -1)}`, `?date=${addDays(TODAY, -1)}&after=1.0.x`],
  "/api/admin/delivery": ["", `?date=${addDays(TODAY, -1)}`, `?date=${addDays(TODAY, -34)}`],
  "/api/admin/gifts": ["", `?address=${ADDRESS}`, "?address=bo-large-000001@large.daybolt.test"],
  "/api/admin/imports": [""],
  "/api/admin/invitations": [""],
  "/api/admin/inbound": ["?list=refunds", "?list=strangers", `?list=strangers&cursor=${NOW - 500 * 60_000}.x`],
  "/api/admin/live-events": [""],
  "/api/admin/mail-domain": [""],
  "/api/admin/media": ["?kind=audio", "?kind=audio&search=audio"],
  "/api/admin/members": [
    "",
    "?type=annual",
    "?status=active",
    "?type=trial&status=trial",
    "?sort=email",
    "?sort=email-desc&status=expired",
    "?sort=email&type=annual&status=active",
    "?label=vip",
    "?label=vip&type=annual",
    "?q=large-0000",
    "?q=an",
    "?q=ana+b",
  ],
  "/api/admin/members/:id": [MEMBER],
  "/api/admin/members/:id/mails": [MEMBER],
  "/api/admin/members/:id/mornings": [MEMBER],
  "/api/admin/members/:id/payments": [MEMBER],
  "/api/admin/overview": [""],
  "/api/admin/retention": [""],
  "/api/admin/stats": [""],
  "/api/admin/trial-users": ["?limit=25", "?limit=25&sort=soonest", `?limit=25&after=${memberIdOf(13)}`],
  "/api/content/all": [
    "?limit=30",
    `?limit=30&cursor=${LATE_DATE}`,
    `?month=${monthOf(ITEM)}`,
    "?status=published",
    "?search=session",
  ],
  "/api/content/calendar": [`?month=${monthOf(ITEM)}`],
  "/api/content/date/:date": [ITEM],
  "/api/content/deleted": [""],
  "/api/content/runway": [""],
  "/api/content/:id": [ITEM],
  "/api/content/:id/preflight": [ITEM],
  "/api/content/:id/revisions": [`large-${ITEM}`],
  "/api/paypal/subscriptions": [""],
};

/** Only the large database has members to delete within 30 days: 200 are shown, each with what may put them on hold. */
const SHOWN_IN_LARGE: Record<string, number> = inject("isLargeHouse") ? { "/api/admin/retention": 200 * 6 } : {};

/** Members' reads under /api/content, files and emails with their own tests, and the export and counts, which read all members. */
const OTHERS = [
  "/api/admin/imports/:id/report",
  "/api/content",
  "/api/content/months",
  "/api/content/library",
  "/api/admin/inbound/:id/file",
  "/api/admin/uploads/:id",
  "/api/admin/members/:id/mails/:mailId",
  "/api/admin/members/:id/wake-ups/:date",
  "/api/admin/members/counts",
  "/api/admin/members/export",
];

const PATHS = Object.entries(READS).flatMap(([route, forms]) =>
  forms.map((form) => (route.includes(":") ? route.replace(/:\w+/, form) : `${route}${form}`)),
);

async function costOf(path: string): Promise<Cost> {
  const { d1: DB, cost } = countingD1(env.DB);
  const response = await requestWith({ DB }, path, { admin: true, address: uniqueAddress() });
  expect([path, response.status]).toEqual([path, 200]);
  await response.body?.cancel();
  return cost;
}

async function costs(): Promise<Map<string, Cost>> {
  const measured = new Map<string, Cost>();
  for (const path of PATHS) measured.set(path, await costOf(path));
  return measured;
}

let small: Map<string, Cost>;
let large: Map<string, Cost>;

beforeAll(async () => {
  await fillLargeHouse(db, NOW, SMALL);
  small = await costs();
  await fillLargeHouse(db, NOW, LARGE);
  large = await costs();
  for (const [path, { depth, rowsRead }] of large) log("info", "measured", { path, depth, rowsRead });
}, 1_200_000);

test("every route that an administrator reads is measured here", () => {
  const isRead = ({ method, path }: { method: string; path: string }) =>
    method === "GET" && /^\/api\/(admin|content|paypal)(\/|$)/.test(path);
  const registered = [...new Set(api.routes.filter(isRead).map(({ path }) => path))];
  expect(registered.toSorted()).toEqual([...Object.keys(READS), ...OTHERS].toSorted());
});

test.for(["/api/content/all?search=nothing", "/api/admin/media?kind=audio&search=nothing"])(
  "GET %s, which looks for a part of a title, reads each item's row once: there is one a day",
  async (path) => {
    expect((await costOf(path)).rowsRead).toBeLessThanOrEqual(LARGE.items + 10);
  },
);

test("a search that finds nothing by its beginning reads each member's index row once, three D1 calls deep", async () => {
  const { depth, rowsRead } = await costOf("/api/admin/members?q=nobody");
  expect(depth).toBeLessThanOrEqual(3);
  expect(rowsRead).toBeLessThanOrEqual(LARGE.members + 20);
});

test.for(PATHS)("GET %s is at most three D1 calls deep and reads no more rows in a larger database", (path) => {
  const [before, after] = [small.get(path), large.get(path)];
  if (!before || !after) throw new Error("Every path was measured.");
  expect(after.depth).toBeLessThanOrEqual(3);
  // Allows a few more failed batches or member emails on the page; the database has grown by far more.
  expect(after.rowsRead).toBeLessThanOrEqual(before.rowsRead + 40 + (SHOWN_IN_LARGE[path] ?? 0));
});
