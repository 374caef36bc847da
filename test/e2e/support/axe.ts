import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/** Timers never fire in a frame without scripts, so axe would wait forever. */
const SCRIPTLESS = 'iframe[sandbox]:not([sandbox~="allow-scripts"])';
/** "wcag21a" has one rule: voice users can say what is written on a button. */
const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/** Expects no WCAG 2.2 A or AA violations on the current page; rules in `except` are skipped. */
export async function expectAccessible(page: Page, { except = [] as string[] } = {}): Promise<void> {
  const rules = Object.fromEntries(except.map((rule) => [rule, { enabled: false }]));
  const findBarriers = async () => {
    const { violations } = await new AxeBuilder({ page })
      .options({ runOnly: { type: "tag", values: TAGS }, rules })
      .exclude(SCRIPTLESS)
      .analyze();
    return violations.map(({ id, nodes }) => ({ id, at: nodes.map((node) => node.target.join(" ")) }));
  };
  // On a busy machine, one check alone may take longer than the poll's timeout.
  if ((await findBarriers()).length === 0) return;
  // Retried, because colors may still be in transition.
  await expect.poll(findBarriers).toEqual([]);
}

/** Expects no horizontal scrolling once the page has its width. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const overflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await expect.poll(overflow).toBeLessThanOrEqual(0);
}

/** Checks a phone and a desktop: no barriers that a tool finds, and nothing beyond the screen's edge. */
export async function expectFits(page: Page): Promise<void> {
  for (const [width, height] of [
    [390, 844],
    [1280, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  }
}
