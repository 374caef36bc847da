import { monthOf } from "#domain/rules/calendar-days.ts";
import { AUDIENCES, type Audience } from "#test/worker/audiences.ts";
import { uniqueAddress } from "#test/worker/factories.ts";
import { EDITORS_ROUTES } from "#worker/account/admin/lowest-roles.ts";
import type { Caller } from "./callers.ts";
import { expected, type Outcome, type Whose } from "./expectations.ts";
import { type Call, KEY_ALONE, type Keys, keyCalls } from "./key-calls.ts";
import { type Item, STATES, type State, type World } from "./world.ts";

/** One call of the matrix, and its required result. */
export type Planned = {
  route: string;
  audience: Audience;
  caller: Caller;
  state: State;
  whose: Whose;
  item: Item;
  method: string;
  call: Call & { path: string };
  outcome: Outcome;
};

/** Calls that find an item by its date or title in the query. */
const LISTS: Record<string, (item: Item) => string> = {
  "GET /api/content": ({ date }) => {
    const [year, month] = monthOf(date).split("-");
    return `/api/content?${new URLSearchParams({ year: String(Number(year)), month: String(Number(month)) })}`;
  },
  "GET /api/content/library": ({ title }) => `/api/content/library?${new URLSearchParams({ q: title })}`,
};

/** This body would change something on nearly every route that read it. */
const HARMFUL = {
  title: "Stolen",
  text: "Stolen",
  reason: "Stolen",
  labels: ["stolen"],
  requestId: crypto.randomUUID(),
  name: "Stolen",
  email: "thief@daybolt.test",
  date: "2031-01-01",
  plan: "annual",
  months: 1,
  version: 1,
  emailTime: "07:00",
  audioProgress: 50,
  epoch: 0,
  isAnswered: true,
  endDate: "2031-01-01",
  mode: "nothing",
};

const OWN = ["own"] as const;
const BOTH = ["own", "other's"] as const;

function isAboutItem(route: string, audience: Audience): boolean {
  return audience.startsWith("member with access") && (route.includes(":id") || route in LISTS);
}

function isOpened(audience: Audience): boolean {
  return audience.includes("access") || audience.includes("medi");
}

/** The states that matter for this route and caller; others would repeat the same call. */
function statesOf(route: string, audience: Audience, { pass, holds, standing }: Caller): readonly State[] {
  const mayOpen = ["member", "early", "editor", "admin"].includes(standing);
  if ((isAboutItem(route, audience) && mayOpen) || (audience === "media pass" && pass)) return STATES;
  if (audience === "mail key" && holds === audience && /open|progress/.test(route)) return STATES;
  return ["live"];
}

/** The route with names of existing things; for callers who may do everything, of missing ones. */
function pathOf(route: string, world: World, item: Item, isReal: boolean): string {
  const pattern = route.split(" ")[1] ?? "";
  const list = LISTS[route];
  if (list) return list(item);
  if (pattern.startsWith("/media")) return pattern.replace(":filename", "matrix.mp4");
  const { victim, own } = world;
  const known = [
    [/^\/api\/(content|progress)\//, item.id],
    [/^\/api\/admin\/(members|trial-users)\//, victim.id],
    [/^\/api\/admin\/live-events\//, own.eventId],
    [/gifts\//, own.gift.id],
  ] as const;
  const id = known.find(([start]) => start.test(pattern))?.[1] ?? "1";
  const names = {
    ":month": "2031-01",
    ":noteId": world.noteId,
    ":grantId": world.grantId,
    ":version": "1",
    ":sid": "I-1",
  };
  let path = pattern.replace(":filename", item.medium).replace(":date", item.date);
  for (const [name, value] of Object.entries(names)) path = path.replace(name, isReal ? value : "1");
  return path.replace(":id", isReal ? id : crypto.randomUUID());
}

/** Every route, with every caller, about everything. */
export function planMatrix(world: World, callers: Caller[], keys: Keys): Planned[] {
  const byKey = keyCalls(world);
  const callOf = (route: string, planned: Omit<Planned, "method" | "call">): Call & { path: string } => {
    const { caller, audience, outcome, item, whose } = planned;
    const { headers, ...options } = caller.options;
    const keyCall = byKey[route];
    if (keyCall) {
      const target = whose === "own" ? world.own : world.others;
      // Callers without the right kind of key send the one they have; visitors send one that never existed.
      const shown = caller.holds === "mail key" ? keys.mailOf(item.date) : keys[caller.holds ?? "mail key"];
      const call = keyCall({ target, item, key: caller.holds ? shown : (caller.shows ?? "none") });
      return { path: pathOf(route, world, item, true), ...options, ...call, headers: { ...headers, ...call.headers } };
    }
    const isReal = outcome !== "in" || audience !== "admin";
    const isHarmful = outcome !== "in" || isAboutItem(route, audience);
    const harmless = route.endsWith("/download") ? { token: keys.toOwnData } : {};
    const json = route.startsWith("GET") ? {} : { json: isHarmful ? HARMFUL : harmless };
    return { path: pathOf(route, world, item, isReal), ...options, ...json, headers: { ...headers } };
  };
  return Object.entries(AUDIENCES).flatMap(([route, audience]) =>
    callers
      .filter(({ shows }) => shows === undefined || route in byKey)
      .flatMap((caller) =>
        (route in byKey && !KEY_ALONE.includes(route) ? BOTH : OWN).flatMap((whose) =>
          statesOf(route, audience, caller).flatMap((state): Planned[] => {
            const isForEditors = EDITORS_ROUTES.has(route);
            const outcome = expected(audience, caller, { state, whose, isForEditors });
            const planned = { route, audience, caller, state, whose, item: world.items[state], outcome };
            const [method = ""] = route.split(" ");
            const call = { now: world.now, ...callOf(route, planned), address: uniqueAddress() };
            const both = method === "GET" && state === "live" && isOpened(audience) ? ["GET", "HEAD"] : [method];
            return both.map((one) => ({ ...planned, method: one, call }));
          }),
        ),
      ),
  );
}
