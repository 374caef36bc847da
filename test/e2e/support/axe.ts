import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/** In a frame that may run no scripts no timer fires: where axe waits for one, it waits for ever. */
const SCRIPTLESS = 'iframe[sandbox]:not([sandbox~="allow-scripts"])';
/** "wcag21a" holds one rule: whoever speaks to the page says what stands on a button. */
const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/** No WCAG 2.2 A or AA violation on the page as it stands; rules in `except` are not asked for. */
export async function expectAccessible(page: Page, { except = [] as string[] } = {}): Promise<void> {
  const rules = Object.fromEntries(except.map((rule) => [rule, { enabled: false }]));
  const findBarriers = async () => {
    const { violations } = await new AxeBuilder({ page })
      .options({ runOnly: { type: "tag", values: TAGS }, rules })
      .exclude(SCRIPTLESS)
      .analyze();
    return violations.map(({ id, nodes }) => ({ id, at: nodes.map((node) => node.target.join(" ")) }));
  };
  // On a busy machine one look alone may take longer than a poll has.
  if ((await findBarriers()).length === 0) return;
  // A color on its way to another is none of the page's.
  await expect.poll(findBarriers).toEqual([]);
}

/** The page does not scroll sideways once it has taken its width. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const overflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await expect.poll(overflow).toBeLessThanOrEqual(0);
}

/** On a phone and a desk: no barrier that a tool finds, and nothing beyond the screen's edge. */
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
