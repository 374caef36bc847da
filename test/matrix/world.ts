import { env } from "cloudflare:workers";
import { DAY_MS } from "#domain/durations.ts";
import { addDays } from "#domain/rules/calendar-days.ts";
import { dateIn } from "#domain/rules/local-time.ts";
import { CHICAGO, uniqueEmail } from "#test/support/fixtures.ts";
import { announce } from "#test/worker/admin-answers.ts";
import { createItem, createMedium, createMember, rowsOf, setMember } from "#test/worker/factories.ts";
import { addFeed } from "#test/worker/feeds.ts";
import { buyGift } from "#test/worker/gifts.ts";
import { startCheckout } from "#test/worker/purchases.ts";
import { requestWith } from "#test/worker/request.ts";
import type { Member, NewMember } from "#worker/account/member/member.ts";
import type { Gift } from "#worker/money/gifts/gifts.queries.ts";

/** Far enough ahead that a clock change doesn't matter. */
const SOON_MS = 40 * DAY_MS;

/** The states an item can be in. */
export const STATES = ["live", "coming", "later", "hidden", "draft", "before the launch", "deleted"] as const;
export type State = (typeof STATES)[number];

/** An item in a state; its `title` and `medium` are unique, so that a response reveals it. */
export type Item = { id: string; date: string; title: string; medium: string };

/** The subjects of keys, cookies, and links, all belonging to the same person. */
export type Target = {
  member: Member;
  gift: Gift;
  eventId: string;
  feed: Awaited<ReturnType<typeof addFeed>>;
  checkout: Awaited<ReturnType<typeof startCheckout>>;
};

const word = (kind: "item" | "person") => `${kind}-${crypto.randomUUID().slice(0, 8)}`;

async function createItems(now: number): Promise<Record<State, Item>> {
  const today = dateIn(CHICAGO, now);
  const make = async (date: string, change: Parameters<typeof createItem>[1] = {}): Promise<Item> => {
    const title = word("item");
    const medium = await createMedium("audio", new Uint8Array(16));
    const { id } = await createItem(date, { title, audioKey: medium, transcript: `${title} word by word`, ...change });
    return { id, date, title, medium };
  };
  return {
    live: await make(today),
    coming: await make(addDays(today, 1)),
    // Beyond the next morning of an annual member, which is announced.
    later: await make(addDays(today, 3), { status: "scheduled" }),
    hidden: await make(addDays(today, -1), { hidden: true }),
    draft: await make(addDays(today, -2), { status: "draft" }),
    "before the launch": await make("2025-08-11"),
    deleted: await make(addDays(today, -3), { deletedAt: now - 1 }),
  };
}

/** A person whose name appears in no one else's rows. */
function createPerson(of: Partial<NewMember> = {}): Promise<Member> {
  const email = uniqueEmail(word("person"));
  return createMember({ email, firstName: email.split("@")[0] ?? "", ...of });
}

async function createTarget(eventId: string): Promise<Target> {
  const [giver, recipient] = [word("person"), word("person")];
  const member = await createPerson();
  return {
    member,
    feed: await addFeed(member),
    gift: await buyGift({
      giverName: giver,
      giverEmail: uniqueEmail(giver),
      recipientName: recipient,
      recipientEmail: uniqueEmail(recipient),
    }),
    checkout: await startCheckout(),
    eventId,
  };
}

async function createMembers(now: number) {
  const ended = { accessEndsAt: now - 1, subscriptionEndsAt: now - 1, subscriptionStatus: "expired" } as const;
  const soon = { accessEndsAt: now + SOON_MS, subscriptionEndsAt: now + SOON_MS };
  return {
    trial: await createPerson({ subscriptionType: "trial", subscriptionStatus: "trial", ...soon }),
    member: await createPerson(soon),
    another: await createPerson(soon),
    vip: await createPerson({ subscriptionType: "annual", ...soon }),
    gift: await createPerson({ subscriptionType: "gift", ...soon }),
    ended: await createPerson(ended),
    endedVip: await createPerson({ subscriptionType: "annual", ...ended }),
    deleted: await createPerson(),
  };
}

/** A database with everything a call can be about. The administrator's calls name `victim`. */
export async function createWorld() {
  const now = Date.now();
  const invitation = `https://${word("item")}.example/`;
  const eventId = await announce({ startsAt: new Date(now + 9 * DAY_MS).toISOString(), url: invitation });
  const victim = await createPerson({ subscriptionType: "trial", subscriptionStatus: "trial", passwordHash: null });
  const [grant] = await rowsOf("select id from access_grants where member_id = ?", victim.id);
  const requestId = crypto.randomUUID();
  await requestWith({}, `/api/admin/members/${victim.id}/notes`, {
    admin: true,
    json: { requestId, text: word("person") },
  });
  await env.MEDIA.put("public/matrix.mp4", new Uint8Array(4));
  return {
    now,
    items: await createItems(now),
    members: await createMembers(now),
    own: await createTarget(eventId),
    others: await createTarget(crypto.randomUUID()),
    victim,
    grantId: String(grant?.id),
    noteId: requestId,
    invitation,
  };
}

export type World = Awaited<ReturnType<typeof createWorld>>;

/** Closes the account but keeps its sessions, as in a race. */
export async function closeAccount({ id }: Member, now: number): Promise<void> {
  await setMember(id, { deletedAt: now - 1 });
}
