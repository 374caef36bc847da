import { atom, useSetAtom } from "jotai";

type ToastText = { title: string; description?: string; tone?: "success" | "error" | "info" };
export type ShownToast = ToastText & { key: number; isOpen: boolean };

/** A dismissed toast is removed after this time (spec section 9). */
const REMOVAL_DELAY_MS = 1_000_000;

let nextKey = 1;

/** Only one toast exists; a new one replaces it (spec section 4). */
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

/** Shows a toast. Called where mutations are used, never by the HTTP client. */
export function useToast() {
  return useSetAtom(showToastAtom);
}
