import { atom, getDefaultStore, type SetStateAction } from "jotai";
import type * as z from "zod";
import { stored, storedNames, storedText } from "../../lib/stored.ts";
import { listUnsaved } from "./unsaved.ts";

const LIFETIME = { scope: "tab", endsWith: "admin-logout" } as const;
const store = getDefaultStore();
const resets = new Set<() => void>();

/** Outlives its component (another tab, a day's page, a refused password, a member's logout) until `resetAtoms`. */
export function resettableAtom<Value>(initial: () => Value) {
  const resettable = atom(initial());
  resets.add(() => store.set(resettable, initial()));
  return resettable;
}

/** Like `resettableAtom`, for long texts: it also survives a reload, in this tab only. `name` is also its key in storage, `labelsOf` what questions call it. */
export function storedFormAtom<Form>(name: string, form: z.ZodType<Form>, empty: Form, labelsOf = (_: Form) => [name]) {
  const kept = stored<Form>(name, (value) => form.safeParse(value).data ?? null, LIFETIME);
  const formAtom = atom(kept.read() ?? empty);
  const isTyped = () => JSON.stringify(store.get(formAtom)) !== JSON.stringify(empty);
  const written = atom(
    (get) => get(formAtom),
    (_, set, next: SetStateAction<Form>) => {
      set(formAtom, next);
      kept.write(isTyped() ? store.get(formAtom) : null);
    },
  );
  resets.add(() => store.set(formAtom, empty));
  listUnsaved(() => (isTyped() ? labelsOf(store.get(formAtom)) : []));
  return written;
}

/** Resets everything when the administrator logs out, so that nothing stays in this browser. */
export function resetAtoms(): void {
  for (const scope of ["tab", "browser"] as const) {
    const kept = { ...LIFETIME, scope };
    for (const name of storedNames("", kept)) storedText(name, kept).write(null);
  }
  for (const reset of resets) reset();
}
