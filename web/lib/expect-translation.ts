/** Resolves once React may render. For readers of other languages, a translator may act right away; for others, its first text loads what it takes. */
export async function expectTranslation(): Promise<void> {
  const seen: MutationRecord[] = [];
  const load = async () => (await import("./translated-page.ts")).surviveTranslation(seen);
  if (navigator.languages.some((language) => !language.startsWith("en"))) return load().catch(() => undefined);
  const watch = new MutationObserver((records) => {
    const isFirst = seen.length === 0;
    if (isFirst && !document.querySelector("font")) return;
    seen.push(...records);
    if (isFirst) void load().then(() => watch.disconnect());
  });
  watch.observe(document, { childList: true, subtree: true });
}
