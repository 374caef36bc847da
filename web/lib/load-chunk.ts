import { storedText } from "./stored.ts";

/**
 * Loads code that comes after the page. A release takes the files of the one before away; then the document is loaded anew, which
 * names the new ones. Once for a page, a file and a release: what fails again is no old release. @throws what the import threw
 */
export async function loadChunk<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    // Most browsers name the file in the message; the others are told apart by the release at least, which its first script names.
    const release = document.querySelector<HTMLScriptElement>("script[type=module][src]")?.src;
    const failure = `${window.location.href} ${release} ${error instanceof Error ? error.message : ""}`;
    // Each by itself: two files that stay away would take turns.
    const mark = storedText(`reloaded_for:${failure}`, { scope: "tab", endsWith: "session" });
    // Where nothing outlives the page it would be loaded anew for ever.
    if (!navigator.onLine || mark.read() !== null || !mark.write("")) throw error;
    window.location.reload();
    // The page is leaving: nothing is to be shown in between.
    return new Promise(() => undefined);
  }
}
