import type { Member } from "#worker/account/member/member.ts";
import { tokenFor } from "./factories.ts";
import { request } from "./request.ts";

type SetCookie = { name: string; value: string; attributes: string[] };

/** The cookie set by a response, or null. */
export function cookieOf(response: Response): SetCookie | null {
  const [pair, ...attributes] = response.headers.get("set-cookie")?.split("; ") ?? [];
  const [, name, value] = /^([^=]+)=(.*)$/.exec(pair ?? "") ?? [];
  return name === undefined || value === undefined ? null : { name, value, attributes };
}

/** The `Cookie` header that a logged-in member's browser would send. */
export async function mediaPassOf(member: Member, now = Date.now()): Promise<string> {
  const cookie = cookieOf(await request("/api/auth/verify", { token: await tokenFor(member, now), now }));
  if (!cookie) throw new Error("The answer set no media pass.");
  return `${cookie.name}=${cookie.value}`;
}
