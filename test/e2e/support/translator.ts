import type { Page } from "@playwright/test";

/**
 * Replaces each text by itself within two `<font>` elements, and does so with whatever the page shows later. This is
 * what Chrome and Edge do, but with other words.
 */
function translator(): void {
  const isTranslatable = (text: Text) =>
    text.data.trim() !== "" && !text.parentElement?.closest("font, head, script, style, svg, textarea");
  const translate = () => {
    const walker = document.createTreeWalker(document, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    for (const text of texts.filter(isTranslatable)) {
      const [outer, inner] = [document.createElement("font"), document.createElement("font")];
      inner.textContent = text.data;
      outer.append(inner);
      text.before(outer);
      text.remove();
    }
  };
  new MutationObserver(() => setTimeout(translate, 10)).observe(document, {
    childList: true,
    subtree: true,
    characterData: true,
  });
}

const SOURCE = `(${translator})()`;

/** Pages opened from now on are translated, from a world of its own: there, the page's methods are the browser's. */
export async function translate(page: Page): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  await browser.send("Page.enable");
  await browser.send("Page.addScriptToEvaluateOnNewDocument", { source: SOURCE, worldName: "translator" });
}

/** Translates the open page, from the next change on it. */
export async function translateNow(page: Page): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  const { frameTree } = await browser.send("Page.getFrameTree");
  const world = { frameId: frameTree.frame.id, worldName: "translator" };
  const { executionContextId: contextId } = await browser.send("Page.createIsolatedWorld", world);
  await browser.send("Runtime.evaluate", { expression: SOURCE, contextId });
  await page.evaluate(() => document.body.append(document.createElement("i")));
}
