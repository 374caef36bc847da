import { atom, getDefaultStore } from "jotai";

/** The browser's offer to install the app (Chromium only; TypeScript doesn't know it). */
type InstallPrompt = Event & { prompt: () => Promise<unknown> };

export const installPromptAtom = atom<InstallPrompt | null>(null);

/** Holds back the browser's own banner, so that we can ask later. It may come before any page is shown. */
export function holdInstallPrompt(): void {
  window.addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    getDefaultStore().set(installPromptAtom, event as InstallPrompt);
  });
}
