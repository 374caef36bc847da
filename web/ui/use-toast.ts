import { atom, useSetAtom } from "jotai";

type ToastTone = "success" | "error" | "info";
type ToastText = { title: string; description?: string; tone?: ToastTone };
export type ShownToast = ToastText & { key: number; isOpen: boolean };

/** A dismissed toast is dropped after this time (spec section 9). */
const REMOVAL_DELAY_MS = 1_000_000;

let nextKey = 1;

/** The one toast there is: a new one replaces the one before it (spec section 4). */
export const toastAtom = atom<ShownToast | null>(null);

const showToastAtom = atom(null, (_get, set, toast: ToastText) => {
  set(toastAtom, { ...toast, key: nextKey++, isOpen: true });
});

export const dismissToastAtom = atom(null, (get, set, key: number) => {
  const toast = get(toastAtom);
  if (toast?.key !== key) return;
  set(toastAtom, { ...toast, isOpen: false });
  setTimeout(() => {
    if (get(toastAtom)?.key === key) set(toastAtom, null);
  }, REMOVAL_DELAY_MS);
});

/** Shows a toast; callers of mutations use it, the HTTP client never does. */
export function useToast() {
  return useSetAtom(showToastAtom);
}
