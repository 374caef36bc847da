import { env } from "cloudflare:workers";
import { wakeUpByMail } from "#domain/contract/mail-responses.ts";
import { monthOf } from "#domain/rules/calendar-days.ts";
import { DELETE_WORD } from "#domain/rules/credentials.ts";
import { pauseDayOf } from "#domain/rules/mail-pause.ts";
import { uniqueEmail } from "#test/support/fixtures.ts";
import { db, rowsOf, setMember } from "#test/worker/factories.ts";
import { newSubscription } from "#test/worker/push.ts";
import { request } from "#test/worker/request.ts";
import { insertLink } from "#worker/account/auth-tokens.queries.ts";
import { newLink } from "#worker/account/single-use-link.ts";
import { readConfig } from "#worker/kernel/env.ts";
import { mailKey } from "#worker/kernel/links/mail-key.ts";
import { sign, tokenOf } from "#worker/kernel/links/signing-keys.ts";
import { undoValue, unsubscribeKey } from "#worker/kernel/links/unsubscribe-key.ts";
import { PASSWORD } from "./grown-member.ts";
import { type Call, NOW, type Subject, TODAY } from "./subject.ts";

const config = readConfig(env);

type CallOf = (of: Subject) => Call | Promise<Call>;

const byMail =
  (json: object = {}): CallOf =>
  ({ member: { id } }) => ({
    json: { member: id, date: TODAY, key: mailKey(config, { member: id, date: TODAY }), ...json },
  });
const stopLink = ({ member }: Subject) => ({ member: member.id, key: unsubscribeKey(config, member) });
const own =
  (call?: Call): CallOf =>
  ({ asMember }) =>
    asMember(call);
const deviceOf = async (memberId: string) =>
  (await rowsOf("select id from push_devices where member_id = ?", memberId))[0]?.id;
const [year, month] = monthOf(TODAY).split("-").map(Number);
const progress = `/api/progress/${TODAY}`;

/**
 * Every call of a member, in this order, since some change what the next ones find and the last one closes the account.
 * What follows a route in parentheses tells apart its calls.
 */
export const MEMBER_CALLS: Record<string, CallOf> = {
  "GET /api/auth/verify": own(),
  "GET /api/user/privacy": own(),
  "GET /api/user/profile": own(),
  "GET /api/user/engagement": own(),
  "GET /api/user/streak": own(),
  "GET /api/user/activity": own(),
  "GET /api/user/mornings": own(),
  "GET /api/user/live-event": own(),
  "GET /api/user/sessions": own(),
  "GET /api/user/feeds": own(),
  "GET /api/user/subscription": own(),
  "GET /feed/:token": ({ feed }) => ({ path: feed.path }),
  "GET /episodes/:feed/:item/:key/:file": ({ feed: { feed }, itemId }) => ({
    path: `/episodes/${feed.id}/${itemId}/${sign(config, "episode", `${feed.id}:${itemId}`)}/session.mp3`,
  }),
  "GET /api/content": own({ path: `/api/content?year=${year}&month=${month}` }),
  "GET /api/content/months": own(),
  "GET /api/content/library": own(),
  "GET /api/content/library (counts)": own({ path: "/api/content/library?counts=1" }),
  "GET /api/content/library (search)": own({ path: "/api/content/library?q=nothing" }),
  "GET /api/content/library (not done)": own({ path: "/api/content/library?notDone=1" }),
  "GET /api/content/library (started)": own({ path: "/api/content/library?started=1" }),
  "GET /api/content/library (favorites)": own({ path: "/api/content/library?favorites=1" }),
  "GET /api/content/library (video)": own({ path: "/api/content/library?video=1" }),
  "GET /api/content/:id (member)": own({ path: `/api/content/${TODAY}` }),
  "GET /api/progress/:id": own({ path: progress }),
  "PUT /api/content/:id/favorite": own({ path: `/api/content/${TODAY}/favorite` }),
  "DELETE /api/content/:id/favorite": own({ path: `/api/content/${TODAY}/favorite` }),
  "POST /api/by-mail/open": byMail(),
  "POST /api/by-mail/check": byMail(),
  "POST /api/progress/:id": own({ path: progress, json: { audioProgress: 50, audioPosition: 270 } }),
  "POST /api/progress/:id/start-over": own({ path: `${progress}/start-over`, json: { epoch: 0 } }),
  "POST /api/progress/:id (completes)": own({ path: progress, json: { totalWatched: true, epoch: 1 } }),
  "POST /api/progress/:id/not-done": own({ path: `${progress}/not-done`, json: { epoch: 1 } }),
  "POST /api/by-mail/progress (completes)": byMail({ report: { audioProgress: 100, epoch: 2 } }),
  "POST /api/progress/:id/not-done (again)": own({ path: `${progress}/not-done`, json: { epoch: 2 } }),
  "POST /api/episodes/done": ({ feed: { feed }, itemId }) => ({
    json: { feed: feed.id, item: itemId, key: sign(config, "episode-done", `${feed.id}:${itemId}`) },
  }),
  "PUT /api/user/profile": own({ json: { emailTime: "07:00", weekendTime: "08:00" } }),
  "POST /api/by-mail/hour": byMail({ hour: 8 }),
  "POST /api/by-mail/pause": byMail({ until: pauseDayOf(TODAY) }),
  "POST /api/by-mail/undo": async (of) => {
    const moved = await request("/api/by-mail/hour", { ...(await byMail({ hour: 9 })(of)), now: NOW });
    return byMail({ undo: wakeUpByMail.parse(await moved.json()).undo })(of);
  },
  "POST /api/unsubscribe/check": (of) => ({ json: stopLink(of) }),
  "POST /api/unsubscribe": (of) => ({ json: stopLink(of) }),
  "POST /api/unsubscribe/undo": (of) => ({ json: { ...stopLink(of), undo: undoValue(config, of.member.id, NOW) } }),
  "POST /unsubscribe": (of) => ({ path: `/unsubscribe?${new URLSearchParams(stopLink(of))}` }),
  "POST /api/user/test-mail": own(),
  "POST /api/user/email-code": own(),
  "POST /api/user/push-devices": async ({ asMember }) => asMember({ json: (await newSubscription()).json }),
  "GET /api/user/push-devices": own(),
  "POST /api/user/push-devices/:id/test": async ({ member, asMember }) =>
    asMember({ method: "POST", path: `/api/user/push-devices/${await deviceOf(member.id)}/test` }),
  "DELETE /api/user/push-devices/:id": async ({ member, asMember }) =>
    asMember({ path: `/api/user/push-devices/${await deviceOf(member.id)}` }),
  "POST /api/user/feeds": own({ json: { name: "Tablet" } }),
  "DELETE /api/user/feeds/:id": ({ asMember, feed }) => asMember({ path: `/api/user/feeds/${feed.feed.id}` }),
  "POST /api/feeds/revoke": ({ member, feed: { feed } }) => ({
    json: { member: member.id, feed: feed.id, key: sign(config, "feeds", `${member.id}:${feed.id}`) },
  }),
  "POST /api/user/privacy/export": own(),
  "POST /api/user/privacy/download": async ({ asMember, member }) => {
    const link = newLink(config, member, "export", NOW);
    await insertLink(db, link);
    return asMember({ json: { token: tokenOf(config, link.id) } });
  },
  "POST /api/user/change-password": own({ json: { currentPassword: PASSWORD, newPassword: `${PASSWORD}!` } }),
  "DELETE /api/user/sessions/:id": own({ path: `/api/user/sessions/${crypto.randomUUID()}` }),
  "DELETE /api/user/sessions": own(),
  "POST /api/user/ask-for-mails": async ({ asMember, member }) => {
    await setMember(member.id, { suppressedAt: 1 });
    return asMember({ json: {} });
  },
  "POST /api/user/correct-address": async ({ asMember, member }) => {
    await setMember(member.id, { mailboxProvedAt: null, passwordHash: null });
    return asMember({ json: { email: uniqueEmail() } });
  },
  "POST /api/user/subscription/cancel": own({ json: {} }),
  "POST /api/user/privacy/delete": own({ json: { word: DELETE_WORD } }),
};
