import { Headphones, X, Zap } from "lucide-react";
import * as headphones from "lucide-react/icons/headphones";
import * as x from "lucide-react/icons/x";
import * as zap from "lucide-react/icons/zap";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import createIcon from "./lean-icon.ts";

/** What an icon's module holds beside its component, and its types leave out. */
const dataOf = (module: object) => (module as { __iconData: Parameters<typeof createIcon>[0] }).__iconData;
const PAIRS = [
  [Headphones, dataOf(headphones)],
  [X, dataOf(x)],
  [Zap, dataOf(zap)],
] as const;

/** Attributes in any order, without the classes that lucide-react adds. */
function attributesOf(markup: string): string[][] {
  const root = new DOMParser().parseFromString(markup, "image/svg+xml").documentElement;
  return [root, ...root.children].map((element) =>
    [...element.attributes]
      .map(({ name, value }) => `${name}=${value.replace(/lucide[\w-]* ?/g, "").trim()}`)
      .filter((attribute) => attribute !== "class=")
      .sort(),
  );
}

test("an icon looks as lucide-react draws it, whatever this product gives it", () => {
  for (const [Theirs, { node }] of PAIRS) {
    const Ours = createIcon({ node });
    for (const props of [
      {},
      { className: "size-4 text-bolt", "aria-hidden": true },
      { fill: "currentColor", strokeWidth: 1.5 },
      { role: "img", "aria-label": "Done" },
    ]) {
      const drawn = attributesOf(renderToStaticMarkup(<Ours {...props} />));
      expect(drawn).toEqual(attributesOf(renderToStaticMarkup(<Theirs {...props} />)));
      expect(drawn.length).toBe(1 + node.length);
    }
  }
});
