import {
  type EmptyMorningsRequest,
  type EmptyMorningsResponse,
  emptyMorningsValue,
  type FallbackChoices,
} from "#domain/contract/content/empty-mornings.ts";
import { addDays } from "#domain/rules/calendar-days.ts";
import { dateIn } from "#domain/rules/local-time.ts";
import { RUNWAY_DAYS } from "#domain/rules/runway.ts";
import { DEFAULT_ZONE } from "#domain/rules/time-zones.ts";
import { auditChange } from "../audit/audit.queries.ts";
import type { Ctx } from "../kernel/context.ts";
import { invalid, stale } from "../kernel/errors.ts";
import {
  selectChoices,
  selectChosen,
  selectMornings,
  selectReleasedAmong,
  selectSetting,
  updateSetting,
} from "./fallbacks.queries.ts";
import { emptyMornings } from "./fallbacks.ts";

const CHOICES = 20;
const NOTHING_CHOSEN = "Choose at least one session, or send nothing.";
const NOT_RELEASED = "A session you just chose is no longer available. Choose another.";

const UNSET = { version: 0, value: JSON.stringify({ mode: "nothing", contentIds: [] }) };

function selectState({ db, now }: Ctx) {
  const today = dateIn(DEFAULT_ZONE, now);
  const statements = [selectSetting(db), selectChosen(db), ...selectMornings(db, today, lastOf(today))] as const;
  return { today, statements };
}

const lastOf = (today: string): string => addDays(today, RUNWAY_DAYS - 1);

type State = Awaited<ReturnType<typeof readState>>;

async function readState(ctx: Ctx) {
  const { today, statements } = selectState(ctx);
  return { today, rows: await ctx.db.batch(statements) };
}

function droppedReason({ isDeleted, hidden, status }: State["rows"][1][number]) {
  if (isDeleted === 1) return "deleted";
  if (hidden === 1) return "hidden";
  return status === "draft" ? "draft" : null;
}

function toResponse({ today, rows: [[setting = UNSET], chosen, ...mornings] }: State): EmptyMorningsResponse {
  const { mode } = emptyMorningsValue.parse(JSON.parse(setting.value));
  const ahead = emptyMornings(mornings, today, lastOf(today));
  return {
    version: setting.version,
    mode,
    fallbacks: chosen.map((row) => ({ id: row.id, date: row.date, title: row.title, dropped: droppedReason(row) })),
    next: ahead[0] ?? null,
    empty: { days: ahead.length, unfilled: ahead.filter(({ fallback }) => fallback === null).length },
  };
}

export async function readEmptyMornings(ctx: Ctx): Promise<EmptyMorningsResponse> {
  return toResponse(await readState(ctx));
}

export function listFallbackChoices(
  ctx: Ctx,
  { search = "" }: { search?: string | undefined },
): Promise<FallbackChoices> {
  return selectChoices(ctx.db, { text: search, today: dateIn(DEFAULT_ZONE, ctx.now) }, CHOICES).execute();
}

/** Earlier choices may stay when no longer available; new ones must be released. @throws AppError `validation`, `stale` with the setting */
export async function setEmptyMornings(ctx: Ctx, input: EmptyMorningsRequest): Promise<EmptyMorningsResponse> {
  const { version, mode, contentIds } = input;
  if (mode === "fallback" && contentIds.length === 0) throw invalid(NOTHING_CHOSEN, { contentIds: NOTHING_CHOSEN });
  const today = dateIn(DEFAULT_ZONE, ctx.now);
  const [released, chosen] = await ctx.db.batch([selectReleasedAmong(ctx.db, contentIds, today), selectChosen(ctx.db)]);
  const known = new Map([...chosen, ...released].map(({ id, date }) => [id, date]));
  if (!contentIds.every((id) => known.has(id))) throw invalid(NOT_RELEASED, { contentIds: NOT_RELEASED });
  const details = { mode, fallbacks: contentIds.map((id) => known.get(id)) };
  const { statements } = selectState(ctx);
  const [updated, , ...rows] = await ctx.db.batch([
    updateSetting(ctx.db, { value: { mode, contentIds }, version, now: ctx.now }),
    auditChange(ctx, { actor: "admin", action: "settings.empty-mornings", subject: "empty-mornings", details }),
    ...statements,
  ]);
  const present = toResponse({ today, rows });
  if (updated.length === 0) throw stale("Someone else changed this setting.", present);
  return present;
}
