import { atom, getDefaultStore, type SetStateAction, useAtom } from "jotai";
import { useState } from "react";
import * as z from "zod";
import { onSignOut } from "../../lib/sign-out.ts";
import { keep, readKept } from "../../lib/tab-storage.ts";

/** Outlives its component (another tab, a look at a day, a refused password) and ends when the member signs out. */
export function keptAtom<Value>(initial: () => Value) {
  const kept = atom(initial());
  onSignOut(() => getDefaultStore().set(kept, initial()));
  return kept;
}

const PREFIX = "kept:";

function parseJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? "");
  } catch {
    return null;
  }
}

/** The same for what was typed: it outlives a reload as well, in this tab alone. Signing out empties the tab's storage. */
export function keptFormAtom<Value>(name: string, form: z.ZodType<Value>, initial: () => Value) {
  const key = PREFIX + name;
  const kept = keptAtom(initial);
  const left = form.safeParse(parseJson(readKept(key)));
  if (left.success) getDefaultStore().set(kept, left.data);
  return atom(
    (get) => get(kept),
    (get, set, next: SetStateAction<Value>) => {
      set(kept, next);
      keep(key, JSON.stringify(get(kept)));
    },
  );
}

const textsAtom = keptFormAtom<Record<string, string>>("texts", z.record(z.string(), z.string()), () => ({}));

/** The text of a field that has no form of its own to keep it, such as a reason; empty is none. */
export function useKeptText(field: string): [text: string, write: (text: string) => void] {
  const [texts, setTexts] = useAtom(textsAtom);
  const write = (text: string) =>
    setTexts(({ [field]: _, ...others }) => (text ? { ...others, [field]: text } : others));
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
