import { atom, getDefaultStore, type SetStateAction, useAtom } from "jotai";
import { useState } from "react";
import * as z from "zod";
import { parseJson } from "../../lib/parse-json.ts";
import { storedText } from "../../lib/stored.ts";

const store = getDefaultStore();
const resets = new Set<() => void>();
/** By the name of its form, whether something is typed there that nothing has saved. */
const forms = new Map<string, () => boolean>();

/** Outlives its component (another tab, a look at a day, a refused password, a member's logout) and ends with `forgetKept`. */
export function keptAtom<Value>(initial: () => Value) {
  const kept = atom(initial());
  resets.add(() => store.set(kept, initial()));
  return kept;
}

/** The id of a request is made, not typed. */
function typedIn(form: unknown): string {
  return JSON.stringify(form, (key, value) => (key === "requestId" ? undefined : value));
}

const typed = (name: string) => storedText(name, { scope: "tab", endsWith: "admin-logout" });

const unstored = new Set<string>();
const askFirst = (event: BeforeUnloadEvent) => event.preventDefault();

/** In a browser that blocks site data it lasts as long as the page, and leaving that asks first. */
function keepTyped(name: string, text: string | null): void {
  if (typed(name).write(text)) unstored.delete(name);
  else unstored.add(name);
  if (unstored.size > 0) addEventListener("beforeunload", askFirst);
  else removeEventListener("beforeunload", askFirst);
}

/**
 * The same for what is typed: it outlives a reload as well, in this tab alone.
 * @param name the form's, as the question of a logout says it
 */
export function keptFormAtom<Value>(name: string, form: z.ZodType<Value>, initial: () => Value) {
  const kept = keptAtom(initial);
  const hasTyped = () => typedIn(store.get(kept)) !== typedIn(initial());
  forms.set(name, hasTyped);
  const left = form.safeParse(parseJson(typed(name).read()));
  if (left.success) store.set(kept, left.data);
  return atom(
    (get) => get(kept),
    (get, set, next: SetStateAction<Value>) => {
      set(kept, next);
      keepTyped(name, hasTyped() ? JSON.stringify(get(kept)) : null);
    },
  );
}

export function typedForms(): string[] {
  return [...forms].filter(([, hasTyped]) => hasTyped()).map(([name]) => name);
}

/** With the administrator's logout: nothing of it is left in this browser. */
export function forgetKept(): void {
  for (const reset of resets) reset();
  for (const name of forms.keys()) keepTyped(name, null);
}

const textsAtom = keptFormAtom<Record<string, string>>(
  "Reasons, labels and dates",
  z.record(z.string(), z.string()),
  () => ({}),
);

/** The text of a field that has no form of its own to keep it, such as a reason; empty is none. */
export function useKeptText(field: string): [text: string, write: (next: SetStateAction<string>) => void] {
  const [texts, setTexts] = useAtom(textsAtom);
  const write = (next: SetStateAction<string>) =>
    setTexts(({ [field]: present = "", ...others }) => {
      const text = typeof next === "function" ? next(present) : next;
      return text ? { ...others, [field]: text } : others;
    });
  return [texts[field] ?? "", write];
}

/** The same for a day that the field begins with: half a day is none, and the first one need not be kept. */
export function useKeptDay(field: string, first: string): [day: string, write: (day: string) => void] {
  const [kept, keepText] = useKeptText(field);
  // A field whose day is being typed tells an empty one, and must not be filled again meanwhile.
  const [isEmpty, setIsEmpty] = useState(false);
  const write = (day: string) => {
    setIsEmpty(day === "");
    keepText(day === first ? "" : day);
  };
  return [isEmpty ? "" : kept || first, write];
}
