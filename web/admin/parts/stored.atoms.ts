import { atom, getDefaultStore, type SetStateAction, useAtom } from "jotai";
import { useState } from "react";
import * as z from "zod";
import { parseJson } from "../../lib/parse-json.ts";
import { storedText } from "../../lib/stored.ts";
import { type Checks, useCheckedForm } from "../../ui/use-checked-form.ts";
import { bind } from "./controls.tsx";

const store = getDefaultStore();
const resets = new Set<() => void>();
/** Per form name, what the logout question calls it, and whether it holds unsaved input. */
const forms = new Map<string, { label: string; hasTyped: () => boolean }>();

/** Outlives its component (another tab, a day's page, a refused password, a member's logout) until `resetAtoms`. */
export function resettableAtom<Value>(initial: () => Value) {
  const resettable = atom(initial());
  resets.add(() => store.set(resettable, initial()));
  return resettable;
}

/** Leaves out request IDs, which are generated. */
function typedIn(form: unknown): string {
  return JSON.stringify(form, (key, value) => (key === "requestId" ? undefined : value));
}

const typed = (name: string) => storedText(name, { scope: "tab", endsWith: "admin-logout" });

const unstored = new Set<string>();
const askFirst = (event: BeforeUnloadEvent) => event.preventDefault();

/** In a browser that blocks site data, it lasts as long as the page, and leaving asks first. */
function keepTyped(name: string, text: string | null): void {
  if (typed(name).write(text)) unstored.delete(name);
  else unstored.add(name);
  if (unstored.size > 0) addEventListener("beforeunload", askFirst);
  else removeEventListener("beforeunload", askFirst);
}

/** Like `resettableAtom`, for typed input: it also survives a reload, in this tab only. `name` is also its key in storage. */
export function storedFormAtom<Value>(
  name: string,
  form: z.ZodType<Value>,
  initial: () => Value,
  { label = name }: { label?: string } = {},
) {
  const formAtom = resettableAtom(initial);
  const hasTyped = () => typedIn(store.get(formAtom)) !== typedIn(initial());
  forms.set(name, { label, hasTyped });
  const left = form.safeParse(parseJson(typed(name).read()));
  if (left.success) store.set(formAtom, left.data);
  return atom(
    (get) => get(formAtom),
    (get, set, next: SetStateAction<Value>) => {
      set(formAtom, next);
      keepTyped(name, hasTyped() ? JSON.stringify(get(formAtom)) : null);
    },
  );
}

export function typedForms(): string[] {
  return [...forms.values()].filter(({ hasTyped }) => hasTyped()).map(({ label }) => label);
}

/** Resets everything when the administrator logs out, so that nothing stays in this browser. */
export function resetAtoms(): void {
  for (const reset of resets) reset();
  for (const name of forms.keys()) keepTyped(name, null);
}

const storedTexts = z.record(z.string(), z.string());
const textsAtom = storedFormAtom<Record<string, string>>("Reasons, labels and dates", storedTexts, () => ({}), {
  label: "Reasons, labels, and dates you typed",
});

/** Keeps the text of a single field, such as a reason. An empty text isn't kept. */
export function useStoredText(field: string): [text: string, write: (next: SetStateAction<string>) => void] {
  const [texts, setTexts] = useAtom(textsAtom);
  const write = (next: SetStateAction<string>) =>
    setTexts(({ [field]: present = "", ...others }) => {
      const text = typeof next === "function" ? next(present) : next;
      return text ? { ...others, [field]: text } : others;
    });
  return [texts[field] ?? "", write];
}

/** Like `useStoredText`, for a day with a default. Neither the default nor an incomplete day is kept. */
export function useStoredDay(field: string, first: string): [day: string, write: (day: string) => void] {
  const [text, keepText] = useStoredText(field);
  // A date field reports "" while a date is being typed; don't fill it in again meanwhile.
  const [isEmpty, setIsEmpty] = useState(false);
  const write = (day: string) => {
    setIsEmpty(day === "");
    keepText(day === first ? "" : day);
  };
  return [isEmpty ? "" : text || first, write];
}

type Typed<Name extends string> = Record<Name, string>;

type StoredForm<Name extends string, Schema extends z.ZodObject> = {
  schema: Schema;
  /** The typed text per field; the caller keeps it. */
  typed: Typed<Name>;
  write: (typed: Typed<Name>) => void;
  /** Turns typed text into what the schema checks: a number, an instant, undefined instead of "". */
  toRequest: (typed: Typed<Name>) => unknown;
  send: (request: z.output<Schema>, typed: Typed<Name>) => void;
  error?: unknown;
};

/** A validated form whose text is kept outside of it and checked by a contract schema. */
export function useStoredForm<Name extends string, Schema extends z.ZodObject>(options: StoredForm<Name, Schema>) {
  const { schema, typed, write, toRequest, send, error } = options;
  const names = Object.keys(typed) as Name[];
  const problemOf = (name: Name, values: Typed<Name>) =>
    schema.safeParse(toRequest(values)).error?.issues.find(({ path }) => path[0] === name)?.message ?? null;
  const checks = Object.fromEntries(
    names.map((name) => [name, (values: Typed<Name>) => problemOf(name, values)]),
  ) as Checks<Name>;
  const { form, field: checked } = useCheckedForm(
    checks,
    (values) => send(schema.parse(toRequest(values)), values),
    error,
  );
  const field = (name: Name) => ({
    ...checked(name),
    ...bind(typed[name], (text) => write({ ...typed, [name]: text })),
  });
  return { form, field };
}
