import type { Member } from "./member.ts";

/**
 * Whoever presents a valid session token. The id is known at once; `member` is the look-up under way, so that a read can run
 * beside it. It rejects with `unauthorized` when the session has ended.
 */
export type Caller = { memberId: string; member: Promise<Member> };
export type Viewer = Caller | "admin";
