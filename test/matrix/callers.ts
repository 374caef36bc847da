import { env } from "cloudflare:workers";
import { sessions } from "#db/schema/account.ts";
import { DAY_MS, HOUR_MS } from "#domain/durations.ts";
import { addAdministrator, asKey } from "#test/worker/administrators.ts";
import { KEY_KINDS, type KeyKind } from "#test/worker/audiences.ts";
import { db, endSessions, tokenFor } from "#test/worker/factories.ts";
import type { RequestOptions } from "#test/worker/request.ts";
import type { Member } from "#worker/account/member/member.ts";
import { newSession, renewToken, signToken } from "#worker/account/sessions/sessions.ts";
import { type Env, readConfig } from "#worker/kernel/env.ts";
import { sign } from "#worker/kernel/links/signing-keys.ts";
import type { Keys } from "./key-calls.ts";
import { closeAccount, type World } from "./world.ts";

/** What a caller's login is worth: `ended` has a session but no access, `early` opens items a day ahead, `editor` has a personal key. */
export type Standing = "nobody" | "ended" | "member" | "early" | "editor" | "admin" | "admin without code";

export type Caller = {
  name: string;
  standing: Standing;
  /** The member whose data their responses may contain. */
  self?: Member;
  options: RequestOptions;
  environment: Env;
  /** The one kind of key they hold, for their own data. */
  holds?: KeyKind;
  /** What they send instead of a key. */
  shows?: string;
  /** Which media their cookie opens. */
  pass?: "every" | "the live item's";
  isProduction?: boolean;
};

const config = readConfig(env);

function base64url(value: object): string {
  return btoa(JSON.stringify(value)).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** Tokens that look like a session of a member with access, but aren't. */
async function brokenTokens({ now, members: { member, another } }: World): Promise<Record<string, string>> {
  const good = await tokenFor(member);
  const [header = "", payload = ""] = good.split(".");
  const secret = "a-secret-that-is-none-of-ours-0123456789";
  const other = { ...config, signingKeys: { ...config.signingKeys, listed: [{ id: 1, secret }] as const } };
  const young = newSession(config, member.id, { userAgent: null, now });
  const ancient = { ...newSession(config, member.id, { userAgent: null, now }), createdAt: now - 181 * DAY_MS };
  const over = newSession(config, member.id, { userAgent: null, now });
  await db.insert(sessions).values([ancient, over]);
  return {
    "a tampered token": `${header}.${payload}.${"A".repeat(43)}`,
    "a token that says it is unsigned": `${base64url({ alg: "none", typ: "JWT" })}.${payload}.`,
    "a token signed with another secret": await signToken(other, over, now),
    "a token whose session is none": await signToken(config, young, now),
    "a token that is over": await renewToken(config, { ...over, endsAt: now - 1000 }, now - DAY_MS),
    "a session unused for 31 days": await tokenFor(member, now - 31 * DAY_MS),
    "a session of 181 days": await renewToken(config, { ...ancient, endsAt: now + DAY_MS }, now),
    "a session under another member's name": await renewToken(
      config,
      { ...over, memberId: another.id, endsAt: now + DAY_MS },
      now,
    ),
  };
}

function passes({ now, items: { live } }: World): Caller[] {
  const pass = (expiry: string) => `media_pass=${expiry}.${sign(config, "media-pass", expiry)}`;
  const given = pass(String(now + HOUR_MS));
  const signItem = (expiry: number, file: string) => {
    const opened = `${expiry}:${file}`;
    return `item_pass=${opened}:${sign(config, "item-pass", opened)}`;
  };
  const cookie = (name: string, value: string, pass?: Caller["pass"]): Caller => ({
    name,
    standing: "nobody",
    options: { headers: { cookie: value } },
    environment: env,
    ...(pass ? { pass } : {}),
  });
  const later = now + HOUR_MS;
  const forged = signItem(later, live.medium).replace(live.medium, `${live.medium}:other.mp3`);
  return [
    cookie("a media pass", given, "every"),
    cookie("a media pass that is over", pass(String(now - 1))),
    cookie("a media pass made longer", given.replace(/=\d+/, `=${now + 99 * DAY_MS}`)),
    cookie("a media pass without a signature", given.replace(/\..*/, ".")),
    cookie("an item pass", signItem(later, live.medium), "the live item's"),
    cookie("an item pass that is over", signItem(now - 1, live.medium)),
    cookie("an item pass with one more name", forged),
  ];
}

async function administrators(): Promise<Caller[]> {
  const totp = { ...env, ADMIN_TOTP_SECRET: "A".repeat(32) };
  const asking = (name: string, options: RequestOptions, standing: Standing = "nobody", environment: Env = env) => ({
    name,
    standing,
    options,
    environment,
  });
  return [
    asking("the administrator", { admin: true }, "admin"),
    asking("an editor", { headers: asKey((await addAdministrator({ role: "editor" })).key).headers }, "editor"),
    asking("the administrator without the code", { admin: true }, "admin without code", totp),
    asking("a wrong administrator", { headers: { "x-admin-password": `${env.ADMIN_PASSWORD}!` } }),
    asking("an administrator with an empty password", { headers: { "x-admin-password": "" } }),
    asking("the admin password as a token", { token: env.ADMIN_PASSWORD }),
  ];
}

/** Every possible caller, with what they hold. */
export async function createCallers(world: World, keys: Keys, deadKeys: Record<string, string>): Promise<Caller[]> {
  const { members, now } = world;
  const withSession = async (name: string, self: Member, standing: Standing): Promise<Caller> => ({
    name,
    standing,
    self,
    options: { token: await tokenFor(self) },
    environment: env,
  });
  const signedOut = await withSession("a member who has signed out", members.another, "nobody");
  await endSessions(members.another);
  const callers: Caller[] = [
    { name: "a visitor", standing: "nobody", options: {}, environment: env },
    {
      name: "a visitor in production",
      standing: "nobody",
      options: {},
      isProduction: true,
      environment: { ...env, ENVIRONMENT: "production", RESEND_BASE_URL: "" } as Env,
    },
    await withSession("a trial", members.trial, "member"),
    await withSession("a member", members.member, "member"),
    await withSession("another member", members.another, "member"),
    await withSession("a VIP", members.vip, "early"),
    await withSession("a member by a gift", members.gift, "member"),
    await withSession("a member whose time has ended", members.ended, "ended"),
    await withSession("a VIP whose time has ended", members.endedVip, "ended"),
    await withSession("a deleted member", members.deleted, "nobody"),
    signedOut,
    ...(await administrators()),
    ...passes(world),
    ...Object.entries(await brokenTokens(world)).map(
      ([name, token]): Caller => ({ name, standing: "nobody", options: { token }, environment: env }),
    ),
    ...Object.entries(deadKeys).map(
      ([name, shows]): Caller => ({ name, standing: "nobody", options: {}, environment: env, shows }),
    ),
    ...KEY_KINDS.map(
      // On other routes, they send it in place of a session.
      (holds): Caller => ({
        name: `a holder: ${holds}`,
        standing: "nobody",
        environment: env,
        holds,
        options: { token: keys[holds] },
      }),
    ),
  ];
  await closeAccount(members.deleted, now);
  return callers;
}
