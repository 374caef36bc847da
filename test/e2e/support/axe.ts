import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/** In a frame that may run no scripts no timer fires: where axe waits for one, it waits for ever. */
const SCRIPTLESS = 'iframe[sandbox=""]';
/** "wcag21a" holds one rule, of names and visible words: media-chrome's button of the speed names itself by other words than it shows. */
const TAGS = ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"];

/** No WCAG 2.2 A or AA violation on the page as it stands; `except` is not asked for, `also` are rules that axe leaves out by itself. */
export async function expectAccessible(
  page: Page,
  { except = [] as string[], also = [] as string[] } = {},
): Promise<void> {
  const asked = (rules: string[], enabled: boolean) => Object.fromEntries(rules.map((rule) => [rule, { enabled }]));
  const { violations } = await new AxeBuilder({ page })
    .options({ runOnly: { type: "tag", values: TAGS }, rules: { ...asked(except, false), ...asked(also, true) } })
    .exclude(SCRIPTLESS)
    .analyze();
  expect(violations.map(({ id, nodes }) => ({ id, at: nodes.map((node) => node.target.join(" ")) }))).toEqual([]);
}

/** The page does not scroll sideways. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBeLessThanOrEqual(0);
}

/** On a phone and a desk: no barrier that a tool finds, and nothing beyond the screen's edge. */
export async function expectFits(page: Page): Promise<void> {
  for (const [width, height] of [
    [390, 844],
    [1280, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expectNoSidewaysScroll(page);
    // Whoever speaks to the page says what stands on a button.
    await expectAccessible(page, { also: ["label-content-name-mismatch"] });
  }
}
