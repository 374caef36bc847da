import { addDays } from "#domain/rules/calendar-days.ts";
import { type Caller, createCallers } from "#test/matrix/callers.ts";
import { expected } from "#test/matrix/expectations.ts";
import { makeDeadKeys, makeKeys } from "#test/matrix/key-calls.ts";
import { createWorld, type World } from "#test/matrix/world.ts";
import { AUDIENCES } from "#test/worker/audiences.ts";
import { rowsOf, uniqueAddress } from "#test/worker/factories.ts";
import { answerTo, request } from "#test/worker/request.ts";
import { PART, type Shot } from "./shots.ts";

/** A database to shoot at: the meaning of its words, and the callers. */
export type House = { world: World; callers: Caller[]; lookUp: (text: string) => string };

/** Replaces the last database, which the administrator's shots have ruined. */
export async function createHouse(): Promise<House> {
  await rowsOf("update content set deleted_at = 1 where deleted_at is null");
  await rowsOf("delete from attempt_counters");
  const world = await createWorld();
  const { own, others, items, now } = world;
  const keys = await makeKeys(own, now, items.live);
  const callers = await createCallers(world, keys, await makeDeadKeys(own, now));
  const metadata = `filename ${btoa("fuzz.vtt")},kind ${btoa("captions")}`;
  const headers = { "upload-length": String(PART.length), "upload-metadata": metadata };
  const upload = await request("/api/admin/uploads", { method: "POST", admin: true, headers });
  const names: Record<string, string> = {
    live: items.live.id,
    coming: items.coming.id,
    hidden: items.hidden.id,
    draft: items.draft.id,
    date: items.live.date,
    tomorrow: addDays(items.live.date, 1),
    medium: items.live.medium,
    member: own.member.id,
    other: others.member.id,
    gift: own.gift.id,
    event: own.eventId,
    upload: upload.headers.get("location")?.split("/").at(-1) ?? "",
    mailKey: keys["mail key"],
    stopKey: keys["unsubscribe key"],
    calendarKey: keys["calendar key"],
    feed: own.feed.feed.id,
    episodeKey: keys["episode key"],
    doneKey: keys["done key"],
    giftKey: keys["gift key"],
    orderKey: keys["order key"],
    setupLink: keys["setup link"],
    partStart: "0",
    partBytes: String(PART.length),
  };
  const lookUp = (text: string) => text.replace(/(?:§|%C2%A7)(\w+)(?:§|%C2%A7)/g, (_, name) => names[name] ?? "");
  return { world, callers, lookUp };
}

/** A body that ends in the middle, as when a browser loses its connection. */
function brokenOff(text: string): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  return new ReadableStream({
    start: (controller) => (bytes.length > 0 ? controller.enqueue(bytes) : undefined),
    pull: (controller) => controller.error(new Error("The line was cut.")),
  });
}

/** A shot's request; null if no client could send it. */
function requestOf(shot: Shot, { options }: Caller, lookUp: House["lookUp"]): Request | null {
  const headers = new Headers({ "cf-connecting-ip": uniqueAddress(), ...options.headers });
  if (options.token !== undefined) headers.set("authorization", `Bearer ${options.token}`);
  const body = shot.body === null ? null : lookUp(shot.body);
  try {
    for (const [name, [first = "", ...more]] of shot.headers) {
      headers.set(name, lookUp(first));
      for (const value of more) headers.append(name, lookUp(value));
    }
    if (options.admin) headers.set("x-admin-password", "an-admin-password-for-tests");
    const sent = body === null || shot.breaksAt === null ? body : brokenOff(body.slice(0, shot.breaksAt));
    const init = { method: shot.method, headers, ...(sent === null ? {} : { body: sent }) };
    return new Request(`http://localhost${lookUp(shot.path)}`, init);
  } catch {
    return null;
  }
}

/** A database error by its full name: shorter patterns match one token in a few thousand by chance. */
const INSIDES = /^\s+at \S+ ?\(|D1_\w*ERROR|SQLITE|TypeError|ReferenceError|SyntaxError|drizzle|node_modules|\.ts:\d/im;

/** Private data or internals in a response. */
function leaksOf(body: string, caller: Caller, { own }: World): string[] {
  const insides = INSIDES.exec(body)?.[0];
  const leaks = insides ? [`shows its insides (${insides})`] : [];
  if (caller.standing === "admin") return leaks;
  const allowed = [caller.self?.email ?? "", own.member.email, JSON.stringify(own.gift)];
  const words = [...new Set(body.match(/person-[0-9a-f]{8}/g))];
  return [
    ...leaks,
    ...words.filter((one) => !allowed.some((text) => text.includes(one))).map((one) => `reveals ${one}`),
  ];
}

export type Hit = { status: number; ms: number; wrong: string[] };

/** Usually someone with access: rejections at the door are always the same. */
function callerOf({ route, caller }: Shot, callers: Caller[]): Caller {
  const audience = AUDIENCES[route] ?? "public";
  const welcome = callers.filter(
    (one) => expected(audience, one, { state: "live", whose: "own", isForEditors: false }) === "in",
  );
  const few = caller % 4 > 0 && welcome.length > 0 ? welcome : callers;
  return few[caller % few.length] as Caller;
}

/** Fires a shot and returns what was wrong with the response; null if it can't be fired. */
export async function fire(shot: Shot, { world, callers, lookUp }: House): Promise<Hit | null> {
  const caller = callerOf(shot, callers);
  const asked = requestOf(shot, caller, lookUp);
  if (!asked) return null;
  const startedAt = performance.now();
  const response = await answerTo(caller.environment, asked);
  const body = await response.text();
  const ms = performance.now() - startedAt;
  const wrong = leaksOf(body, caller, world);
  if (response.status >= 500) wrong.push(`answers ${response.status}: ${body.slice(0, 200)}`);
  return { status: response.status, ms, wrong: wrong.map((one) => `${caller.name}: ${one}`) };
}
