import { getDefaultStore, useAtom } from "jotai";
import type { DayAction } from "#domain/contract/content/days.ts";
import { MOST_ITEMS_A_PAGE } from "#domain/contract/content/library.ts";
import { daysBetween } from "#domain/rules/calendar-days.ts";
import { resettableAtom } from "../parts/stored.atoms.ts";

export type SelectedDay = { id: string; date: string };
type Selection = {
  /** A press selects a day instead of opening it. */
  isOn: boolean;
  days: readonly SelectedDay[];
  /** Where a range begins. */
  from: string | null;
  /** What is asked about. */
  asked: { days: readonly SelectedDay[]; action: DayAction } | null;
  /** What was done last, while it can be undone. */
  done: DoneJob | null;
};
export type DoneJob = { id: string; text: string; undoUntil: string };

const NONE: Selection = { isOn: false, days: [], from: null, asked: null, done: null };
const selectionAtom = resettableAtom<Selection>(() => NONE);

/** Adds drafts to the selection, as many as a job may have. */
export function selectDrafts(drafts: readonly SelectedDay[]): void {
  getDefaultStore().set(selectionAtom, (now) => ({
    ...now,
    isOn: true,
    done: null,
    days: [...drafts, ...now.days.filter(({ id }) => drafts.every((one) => one.id !== id))].slice(0, MOST_ITEMS_A_PAGE),
  }));
}

/** The days that are selected, in the calendar and the list alike, and what changes that. */
export function useSelection() {
  const [selection, set] = useAtom(selectionAtom);
  const isSelected = (id: string) => selection.days.some((day) => day.id === id);
  return {
    ...selection,
    isSelected,
    turn: () => set({ ...NONE, isOn: !selection.isOn, done: selection.done }),
    clear: () => set({ ...NONE, done: selection.done }),
    finish: (done: DoneJob | null) => set({ ...NONE, done }),
    toggle({ id, date }: SelectedDay) {
      const others = selection.days.filter((day) => day.id !== id);
      set({ ...selection, isOn: true, from: date, days: isSelected(id) ? others : [...others, { id, date }] });
    },
    /** Adds those of the shown days that are between where the range begins and this date. */
    extend(date: string, shown: readonly SelectedDay[], start = date) {
      const from = selection.from ?? start;
      const [first, last] = [from, date].toSorted() as [string, string];
      const added = shown.filter((day) => day.date >= first && day.date <= last && !isSelected(day.id));
      set({
        ...selection,
        isOn: true,
        from,
        days: [...selection.days, ...added.map(({ id, date: of }) => ({ id, date: of }))],
      });
    },
    ask: (action: DayAction, days = selection.days) => set({ ...selection, asked: { days, action } }),
    /** A day dragged to another takes the selected ones along, or swaps with the session there. */
    drop(day: SelectedDay, date: string, there: SelectedDay | undefined) {
      const moveBy = daysBetween(day.date, date);
      const along = isSelected(day.id) ? selection.days : [day];
      if (moveBy === 0) return;
      const isSwap = along.length === 1 && there !== undefined;
      set({
        ...selection,
        asked: isSwap ? { days: [day, there], action: { swap: true } } : { days: along, action: { moveBy } },
      });
    },
    // By then, the job may have ended the selection.
    closeQuestion: () => set((now) => ({ ...now, asked: null })),
  };
}
