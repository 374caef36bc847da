import { type BrowserContext, test as base, type ConsoleMessage, expect } from "@playwright/test";

/** A journey: it fails for whatever one of its pages was refused by the content security policy, whichever page and whenever. */
export const test = base.extend<{ policyWatch: undefined }>({
  policyWatch: [
    async ({ browser }, use) => {
      const refused: string[] = [];
      const note = (message: ConsoleMessage) => {
        if (/content security policy/i.test(message.text())) refused.push(message.text());
      };
      const watch = (context: BrowserContext) => void context.on("console", note);
      for (const context of browser.contexts()) watch(context);
      browser.on("context", watch);
      await use(undefined);
      browser.off("context", watch);
      expect(refused, "what the content security policy refused").toEqual([]);
    },
    { auto: true },
  ],
});
