import { HOUR_MS, MINUTE_MS, SECOND_MS } from "#domain/durations.ts";
import { CADENCES } from "#domain/rules/cadences.ts";
import { rowsOf } from "#test/worker/factories.ts";
import worker from "#worker/index.ts";
import type { Invocations } from "./invocations.ts";
import { BUYER, INVITED_ON_FIRST_DAY } from "./others.ts";
import { clockOf, type Stage } from "./stage.ts";

const IDLE_MS = 6 * HOUR_MS;
/** The cron always runs at the day's end, so that it writes off everything unsent. */
const ENDS_WELL_MS = 10 * MINUTE_MS;
const IS_OPEN = `select exists (select 1 from wake_up_batches where state = 'open')
  or exists (select 1 from wake_up_slots where outcome is null)
  or exists (select 1 from wake_up_resends where stopped_at is null and ended_at is null)
  or exists (select 1 from broadcasts where state in ('waiting', 'sending'))
  or exists (select 1 from transactional_mails where state = 'pending')
  or exists (
    select 1 from invitations, invitation_pace where member_id <> '${BUYER}' and invited_at is null and sent_today < ${INVITED_ON_FIRST_DAY}) as is_open`;

/**
 * Runs the minute's cron at each slot and while anything is open, and occasionally in between; skipping idle minutes
 * keeps a day short. Some runs are missed, doubled, or late as the scenario says.
 */
export function simulateCrons(stage: Stage, invocations: Invocations): void {
  const { slots, presses, time, note, troubled, isWithin } = stage;
  const marks = [...slots, ...presses.map((at) => Math.ceil(at / MINUTE_MS) * MINUTE_MS)];
  const [missed, lates, doubled] = [
    stage.faultsOf("cron_missed"),
    stage.faultsOf("cron_late"),
    stage.faultsOf("cron_doubled"),
  ];
  let [lastGood, checkedAt, isOpen] = [0, -1, false];

  /** The next minute from an instant on with anything to do. */
  async function nextMinute(at: number): Promise<number> {
    const lastMark = Math.max(0, ...marks.filter((mark) => mark < at));
    if (lastGood < lastMark) return at;
    if (checkedAt !== invocations.total()) {
      checkedAt = invocations.total();
      const [row] = await time.io(() => rowsOf(IS_OPEN));
      isOpen = row?.is_open === 1;
    }
    if (isOpen) return at;
    const nextIdle = Math.ceil(at / IDLE_MS) * IDLE_MS;
    return Math.min(nextIdle, ...marks.filter((mark) => mark >= at));
  }

  async function fire(scheduledTime: number): Promise<void> {
    const name = `tick ${clockOf(scheduledTime)}`;
    const controller = { scheduledTime, cron: CADENCES.tick.cron, noRetry: () => {}, type: "scheduled" } as const;
    const ending = await invocations.invoke(name, (env, execution) => worker.scheduled(controller, env, execution));
    if (ending === "done") lastGood = Math.max(lastGood, scheduledTime);
    else troubled(`${name} ${ending}`);
  }

  function atMinute(at: number): void {
    if (at < stage.until - ENDS_WELL_MS && missed.some((fault) => isWithin(at, fault))) {
      troubled(`no tick at ${clockOf(at)}`);
      return;
    }
    const lateBy = lates.find((fault) => isWithin(at, fault))?.seconds ?? 0;
    if (lateBy > 0) troubled(`tick ${clockOf(at)} comes ${lateBy} s late`, lateBy * SECOND_MS);
    const again = doubled.filter(({ minute }) => stage.from + minute * MINUTE_MS === at).map(({ seconds }) => seconds);
    if (again.length > 0) note(`tick ${clockOf(at)} comes again after ${again.join(" and ")} s`);
    for (const seconds of [lateBy, ...again]) time.at(Date.now() + seconds * SECOND_MS, () => void fire(at));
  }

  async function goOn(from: number): Promise<void> {
    const at = await nextMinute(from);
    if (at >= stage.until) return;
    time.at(at, () => {
      atMinute(at);
      // Checks just before the next minute, once this one's work has started.
      time.at(at + MINUTE_MS - SECOND_MS, () => void goOn(at + MINUTE_MS));
    });
  }
  void goOn(stage.from);
}
