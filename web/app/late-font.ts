const FACE = '1rem "Archivo Variable"';
/** As long as a file takes that this device has kept. */
const PATIENCE_MS = 100;

/**
 * Asks for the font once the code has come, which it would have kept waiting. Resolves when it is here, or after a moment without
 * it: then the stand-in stays for now.
 */
export async function fetchFont(): Promise<void> {
  const patience = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
  await Promise.race([document.fonts.load(FACE).catch(() => undefined), patience]);
}

/** Sets the page in the font if it is here. To be called as a page is replaced by another: no line that is read breaks anew. */
export function showFont(): void {
  const { dataset } = document.documentElement;
  if (dataset.font !== undefined && document.fonts.check(FACE)) delete dataset.font;
}
