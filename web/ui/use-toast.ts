import { useSetAtom } from "jotai";
import { showToastAtom } from "./toasts.atoms.ts";

/** Shows a toast; callers of mutations use it, the HTTP client never does. */
export function useToast() {
  return useSetAtom(showToastAtom);
}
