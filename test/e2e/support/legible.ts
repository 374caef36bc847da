import { expect, type Locator, type Page } from "@playwright/test";

/** Words that are cut off, off screen, or on top of other words, and controls that stick out of their card. */
function findTextTroubles(): string[] {
  type Line = { text: string; element: Element; box: DOMRect; layer: Element | null };
  const lines: Line[] = [];
  const troubles: string[] = [];
  const styles = (element: Element): CSSStyleDeclaration => getComputedStyle(element);
  const ancestors = (element: Element): Element[] => {
    const found: Element[] = [];
    for (let each: Element | null = element; each !== null; each = each.parentElement) found.push(each);
    return found;
  };
  const layerOf = (element: Element) => ancestors(element).find((each) => styles(each).position === "fixed") ?? null;
  const isScrolled = ({ overflowX }: CSSStyleDeclaration) => overflowX === "auto" || overflowX === "scroll";
  const mayCut = ({ textOverflow, webkitLineClamp, clipPath }: CSSStyleDeclaration) =>
    textOverflow === "ellipsis" || webkitLineClamp !== "none" || clipPath !== "none";

  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const element = node.parentElement;
    const text = node.textContent?.trim() ?? "";
    const isShown = element?.checkVisibility({ opacityProperty: true, visibilityProperty: true }) ?? false;
    if (text === "" || element === null || !isShown || element.closest("svg, noscript") !== null) continue;
    const around = ancestors(element);
    if (around.some((each) => mayCut(styles(each)))) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const { x, y, width, height } of range.getClientRects()) {
      // Letters fill the middle of a line's box.
      const box = new DOMRect(x, y + height * 0.2, width, height * 0.6);
      if (box.width < 1 || box.bottom < 0) continue;
      const layer = layerOf(element);
      // Covered by a sheet or the dock.
      const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
      if (top !== null && layerOf(top) !== layer) continue;
      const isInScroller = around.some((each) => isScrolled(styles(each)));
      if (!isInScroller && (box.left < -1 || box.right > document.documentElement.clientWidth + 1))
        troubles.push(`off the screen: ${text}`);
      // No element around a fixed layer clips the layer's contents.
      const cutting = around.slice(0, layer ? around.indexOf(layer) + 1 : undefined).find((each) => {
        const { overflowX, overflowY } = styles(each);
        const edge = each.getBoundingClientRect();
        const cutsX = overflowX === "hidden" && (box.left < edge.left - 1 || box.right > edge.right + 1);
        return cutsX || (overflowY === "hidden" && (box.top < edge.top - 1 || box.bottom > edge.bottom + 1));
      });
      if (cutting) troubles.push(`cut off: ${text}`);
      lines.push({ text, element, box, layer });
    }
  }
  for (const [nth, line] of lines.entries()) {
    for (const other of lines.slice(nth + 1)) {
      if (line.layer !== other.layer || line.element === other.element) continue;
      const width = Math.min(line.box.right, other.box.right) - Math.max(line.box.left, other.box.left);
      const height = Math.min(line.box.bottom, other.box.bottom) - Math.max(line.box.top, other.box.top);
      if (width > 1 && height > 1) troubles.push(`on one another: ${line.text} | ${other.text}`);
    }
  }
  for (const control of document.querySelectorAll("button, input, a")) {
    const card = control.parentElement?.closest("[class*=rounded-card]")?.getBoundingClientRect();
    const { right, width } = control.getBoundingClientRect();
    if (card && width > 1 && right > card.right - 4)
      troubles.push(`sticks out of its card: ${control.outerHTML.slice(0, 80)}`);
  }
  return [...new Set(troubles)];
}

/** Expects every word to be readable once the page is idle: not cut off, off screen, or on top of another. */
export async function expectLegible(page: Page, where: string): Promise<void> {
  await expect.poll(() => page.evaluate(findTextTroubles), where).toEqual([]);
}

type Stop = { name: string; isRinged: boolean; hiddenBy: string | null };

/** Records every focus stop from the top of the page; `data-round` marks a complete round. */
function watchFocus(): void {
  const stops: Stop[] = [];
  const root = document.documentElement;
  root.removeAttribute("data-round");
  for (const each of document.querySelectorAll("[data-stop]")) each.removeAttribute("data-stop");
  // Tab continues from the last focused element.
  document.body.tabIndex = -1;
  document.body.focus();
  document.body.removeAttribute("tabindex");
  const onFocus = ({ target }: FocusEvent) => {
    const element = target as HTMLElement;
    if (element.dataset.stop !== undefined) {
      root.dataset.round = JSON.stringify(stops);
      document.removeEventListener("focusin", onFocus);
      return;
    }
    element.dataset.stop = "";
    // A radio inside its label has the label's ring; media-chrome's buttons draw their own in a shadow tree.
    const isRinged = [element, element.closest("label")].some((each) => {
      const { outlineStyle, outlineWidth } = each
        ? getComputedStyle(each)
        : { outlineStyle: "none", outlineWidth: "0" };
      return outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2;
    });
    const box = (element.closest("label") ?? element).getBoundingClientRect();
    const x = Math.min(Math.max(box.left + box.width / 2, 1), innerWidth - 1);
    const y = Math.min(Math.max(box.top + box.height / 2, 1), innerHeight - 1);
    const top = document.elementFromPoint(x, y);
    const isSeen = top !== null && (element.contains(top) || top.contains(element));
    stops.push({
      name: (element.getAttribute("aria-label") ?? element.textContent ?? "").trim(),
      isRinged: isRinged || element.localName.startsWith("media-"),
      hiddenBy: isSeen ? null : (top?.outerHTML.slice(0, 160) ?? "nothing"),
    });
  };
  document.addEventListener("focusin", onFocus);
}

/** Presses Tab from the top of the page until it comes around; returns the stops. */
async function walkByTab(page: Page): Promise<Stop[]> {
  await page.evaluate(watchFocus);
  for (let nth = 0; nth < 200; nth += 1) {
    await page.keyboard.press("Tab");
    if (nth % 8 !== 7) continue;
    const round = await page.evaluate(() => document.documentElement.dataset.round);
    if (round === undefined) continue;
    return JSON.parse(round);
  }
  throw new Error("Focus never comes round.");
}

/** Expects every control to be reached once, and to be visible and ringed at that time. */
export async function expectReachable(page: Page, where: string): Promise<void> {
  const stops = await walkByTab(page);
  expect({ where, unseen: stops.filter(({ isRinged, hiddenBy }) => !isRinged || hiddenBy !== null) }).toEqual({
    where,
    unseen: [],
  });
  const findMissed = () =>
    page.evaluate(() => {
      const scope = document.querySelector("[role=dialog]") ?? document.body;
      const all = scope.querySelectorAll<HTMLElement>(
        "a[href], button, input, select, textarea, summary, [tabindex='0']",
      );
      return [...all]
        .filter((each) => each.tabIndex >= 0 && !each.matches(":disabled, [type=radio]:not(:checked)"))
        .filter((each) => each.checkVisibility({ visibilityProperty: true }) && each.dataset.stop === undefined)
        .map((each) => each.getAttribute("aria-label") ?? each.textContent ?? each.outerHTML);
    });
  let missed = await findMissed();
  // A section that loads on screen may appear behind focus; a later walk reaches it.
  for (let nth = 0; missed.length > 0 && nth < 4; nth += 1) {
    await walkByTab(page);
    missed = await findMissed();
  }
  expect({ where, missed }).toEqual({ where, missed: [] });
}

type Colour = [number, number, number];

/** A screenshot's color at a position in an element, as fractions of width and height. */
export async function colourAt(page: Page, element: Locator, [x, y]: [number, number]): Promise<Colour> {
  const picture = (await element.screenshot()).toString("base64");
  return page.evaluate(
    async ([data, x, y]) => {
      const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
      const bitmap = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
      const context = canvas.getContext("2d");
      if (context === null) throw new Error("No canvas.");
      context.drawImage(bitmap, 0, 0);
      const { data: pixel } = context.getImageData(Math.floor(bitmap.width * x), Math.floor(bitmap.height * y), 1, 1);
      return [pixel[0] ?? 0, pixel[1] ?? 0, pixel[2] ?? 0] as Colour;
    },
    [picture, x, y] as const,
  );
}

/** WCAG's contrast of two colors, 1 to 21. */
export function contrast(one: Colour, other: Colour): number {
  const luminance = (colour: Colour) => {
    const [r = 0, g = 0, b = 0] = colour.map((value) => {
      const share = value / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}
