import { type ComponentType, lazy } from "react";
import { storedText } from "./stored.ts";

/** Loads code after the page. If a release removed its file, reloads the document once per page, file, and release; else throws. */
export async function loadChunk<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    // Most browsers name the file in the error; for the others, the release (named by its first script) still tells failures apart.
    const release = document.querySelector<HTMLScriptElement>("script[type=module][src]")?.src;
    const failure = `${window.location.href} ${release} ${error instanceof Error ? error.message : ""}`;
    // One mark per failure: with a single one, two missing files would take turns and reload forever.
    const mark = storedText(`reloaded_for:${failure}`, { scope: "tab", endsWith: "session" });
    // Without storage that survives a reload, the page would reload forever.
    if (!navigator.onLine || mark.read() !== null || !mark.write("")) throw error;
    window.location.reload();
    // The page is about to reload, so nothing should render in between.
    return new Promise(() => undefined);
  }
}

export function lazyChunk<Props>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => ({ default: await loadChunk(load) }));
}
