import { env } from "cloudflare:workers";
import { MINUTE_MS, SECOND_MS } from "#domain/durations.ts";
import { rowsOf } from "#test/worker/factories.ts";
import { contextAt } from "#test/worker/jobs.ts";
import { startInvitations, stopInvitations } from "#worker/account/invitations/send-invitations.ts";
import { cancelBroadcast } from "#worker/broadcasts/broadcasts.ts";
import type { Ctx } from "#worker/kernel/context.ts";
import type { Others } from "./evidence.ts";
import { addressOf } from "./people.ts";
import { randomFrom } from "./scenario.ts";
import type { Stage } from "./stage.ts";

/** The pace: so many people on the first day. */
export const INVITED_ON_FIRST_DAY = 60;
/** Someone imported and not yet invited. A visitor buys under their address. */
export const BUYER = "buyer";
const MESSAGE = "message";
const YEAR_MS = 365 * 24 * 60 * MINUTE_MS;

/** Adds the scenario's message to members, and an import whose invitations have just been started. */
export async function moveInOthers({ scenario: { message, invited, members, salt }, from }: Stage): Promise<void> {
  const people = Array.from({ length: invited }, (_, index) => {
    const person = { id: `invited-${String(index).padStart(4, "0")}`, isReachable: randomFrom(salt + index)() > 0.03 };
    return { ...person, email: addressOf(person) };
  });
  const rows = JSON.stringify(people);
  await env.DB.batch([
    env.DB.prepare(`
      insert into broadcasts (id, kind, audience, subject, body, recipients, state, created_at, begins_at)
      select ?1, 'service', 'members', 'Prices change', 'On May 1.', ?2, 'waiting', ?3, ?4 where ?5`).bind(
      MESSAGE,
      members,
      from,
      from + (message?.minute ?? 0) * MINUTE_MS,
      message === null ? 0 : 1,
    ),
    env.DB.prepare(`
      insert into imports (id, filename, size_bytes, mapping, state, created_at, started_at, ended_at)
      values ('import', 'members.csv', 1, '{}', 'done', ?1, ?1, ?1)`).bind(from - MINUTE_MS),
    env.DB.prepare("insert into invitation_pace (id, started_at) values (1, ?)").bind(from - MINUTE_MS),
    env.DB.prepare(`
      insert into members (id, email, email_key, subscription_type, subscription_status, access_ends_at, email_enabled,
        is_unaccepted, wake_up_since, created_at, updated_at)
      select value ->> 'id', value ->> 'email', value ->> 'email', 'monthly', 'active', ?2, 0, 1, ?3, ?3, ?3
      from json_each(?1)`).bind(rows, from + YEAR_MS, from),
    env.DB.prepare(`
      insert into invitations (member_id, import_id, row, is_unsubscribed, chosen_at)
      select value ->> 'id', 'import', key + 1, 0, 1 from json_each(?)`).bind(rows),
  ]);
}

/** An administrator cancels the message, or stops the invitations for a while, as the scenario says. */
export function simulateAdministrator({ scenario: { message, stopped }, from, time, note }: Stage) {
  const acts: Pick<Others, "cancelledAt" | "stopped"> = { cancelledAt: null, stopped: null };
  const instantOf = (minute: number) => from + minute * MINUTE_MS + 29 * SECOND_MS;

  function act(minute: number, what: string, run: (ctx: Ctx) => Promise<unknown>): void {
    time.at(instantOf(minute), () => {
      note(`the administrator ${what}`);
      void time.io(() => run(contextAt(Date.now())));
    });
  }

  if (message && message.cancelledAfter !== null)
    act(message.minute + message.cancelledAfter, "cancels the message", (ctx) =>
      cancelBroadcast(ctx, { id: MESSAGE }).then(
        () => {
          acts.cancelledAt = ctx.now;
        },
        (error: unknown) => note(`the message isn't cancelled: ${error}`),
      ),
    );
  if (stopped) {
    const until = stopped.minute + stopped.minutes;
    acts.stopped = { from: instantOf(stopped.minute), until: instantOf(until) };
    act(stopped.minute, "stops the invitations", stopInvitations);
    act(until, "continues the invitations", (ctx) => startInvitations(ctx, { to: null }));
  }
  return acts;
}

/** What the Worker recorded about the message and the invitations. */
export async function readOthers() {
  const [mails, [message = null], invited, [pace]] = await Promise.all([
    rowsOf("select kind, member_id as memberId, state, last_error as reason from transactional_mails"),
    rowsOf("select begins_at as beginsAt, state, written from broadcasts"),
    rowsOf(`
      select m.id, m.email like '%@chaos.test' as isReachable, i.invited_at as invitedAt
      from invitations i join members m on m.id = i.member_id where m.id <> '${BUYER}'`),
    rowsOf("select date, sent_today as sentToday from invitation_pace"),
  ]);
  return { mails, message, invited, pace } as unknown as Pick<Others, "mails" | "message" | "invited" | "pace">;
}
