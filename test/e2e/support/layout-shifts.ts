import type { Page } from "@playwright/test";

type Shift = { value: number; hadRecentInput: boolean; sources: { node: Node | null }[] };
type Shifts = { sum: number; moved: string[] };

/** Adds up all layout shifts since the navigation, at least as much as the CLS of any session window, with what moved. */
export async function watchShifts(page: Page): Promise<() => Promise<Shifts>> {
  await page.addInitScript(() => {
    const seen: Shifts = { sum: 0, moved: [] };
    Object.assign(window, { seenShifts: seen });
    const nameOf = (node: Node | null) =>
      node instanceof Element ? node.outerHTML.slice(0, 80) : (node?.textContent?.slice(0, 40) ?? "gone");
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as unknown as Shift[]) {
        if (hadRecentInput) continue;
        seen.sum += value;
        seen.moved.push(
          `${value.toFixed(4)} at ${Math.round(performance.now())} ms: ${sources.map(({ node }) => nameOf(node)).join(" | ")}`,
        );
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
  return () => page.evaluate(() => (window as unknown as { seenShifts: Shifts }).seenShifts);
}
