import { useEffect, useId } from "react";

/** Forms on screen, whose text is lost when they are left. */
const forms = new Map<string, string>();
const lists = new Set<() => string[]>();

/** Registers what outlives its page in this tab, by the names that questions use. */
export function listUnsaved(list: () => string[]): void {
  lists.add(list);
}

export const formsInUse = () => [...new Set(forms.values())];
export const allUnsaved = () => [...[...lists].flatMap((list) => list()), ...formsInUse()];

/** As if nothing had been typed: after the question about it. */
export function forgetForms(): void {
  forms.clear();
}

window.onbeforeunload = (event) => {
  if (allUnsaved().length > 0) event.preventDefault();
};

/** Asks before this form is left or the page is reloaded, and at logout. `label` names what would be lost. */
export function useUnsaved(label: string, isTyped: boolean): void {
  const id = useId();
  useEffect(() => {
    if (!isTyped) return;
    forms.set(id, label);
    return () => void forms.delete(id);
  }, [id, label, isTyped]);
}
