import { env } from "cloudflare:workers";
import { dateIn } from "#domain/rules/local-time.ts";
import { CHICAGO } from "#test/support/fixtures.ts";
import { rowsOf, tokenFor } from "#test/worker/factories.ts";
import { addFeed } from "#test/worker/feeds.ts";
import type { RequestOptions } from "#test/worker/request.ts";
import type { Member } from "#worker/account/member/member.ts";
import { createGrownMember } from "./grown-member.ts";

/** Late enough that 4,000 days have passed since the launch. No slot begins, and the hourly cron is due. */
export const NOW = Date.parse("2036-09-10T16:12:00Z");
export const TODAY = dateIn(CHICAGO, NOW);

export type Call = RequestOptions & { path?: string };

/** The member that calls are by or about. */
export type Subject = {
  member: Member;
  feed: Awaited<ReturnType<typeof addFeed>>;
  /** Today's item, which they haven't begun. */
  itemId: string;
  asMember: (call?: Call) => Promise<Call>;
};

/** A member of so many days. Today's item has its audio file, and a video. */
export async function createSubject(days: number): Promise<Subject> {
  const member = await createGrownMember(days, { now: NOW, today: TODAY });
  const [item] = await rowsOf("select id, audio_key from content where date = ? and deleted_at is null", TODAY);
  await env.MEDIA.put(String(item?.audio_key), new Uint8Array(8));
  await rowsOf("update content set embed_provider = 'vimeo', embed_ref = '76979871' where id = ?", item?.id);
  const asMember = async (call: Call = {}) => ({ token: await tokenFor(member), ...call });
  return { member, feed: await addFeed(member), itemId: String(item?.id), asMember };
}
