import { useAtomValue, useSetAtom } from "jotai";
import { lazyExtra } from "../lib/lazy-extra.tsx";
import { dismissToastAtom, toastAtom } from "./use-toast.ts";

// It's a seventh of the code of a first visit, and most visits show no toast.
const Toaster = lazyExtra(() => import("./toaster.tsx").then((module) => module.Toaster), PlainToast);

/** The toaster; the first toast loads its code. If that fails (offline, for example), the text still shows. */
export function LazyToaster() {
  return useAtomValue(toastAtom) !== null && <Toaster />;
}

function PlainToast() {
  const toast = useAtomValue(toastAtom);
  const dismiss = useSetAtom(dismissToastAtom);
  if (!toast?.isOpen) return null;
  return (
    <div
      role={toast.tone === "error" ? "alert" : "status"}
      className="fixed inset-x-3 bottom-[max(0.75rem,env(safe-area-inset-bottom))] z-60 mx-auto max-w-md rounded-2xl border border-control bg-raised p-4 sm:right-5 sm:left-auto sm:w-[24rem]"
    >
      <p className="font-bold semi-wide">{toast.title}</p>
      <p className="mt-0.5 break-words text-sm text-muted">{toast.description}</p>
      <button type="button" onClick={() => dismiss(toast.key)} className="-mb-2 min-h-11 font-bold text-bolt">
        Dismiss
      </button>
    </div>
  );
}
