import { render } from "@testing-library/react";
import * as fc from "fast-check";
import { beforeEach, expect, test } from "vitest";
import { surviveTranslation } from "./translated-page.ts";

const { appendChild, insertBefore, removeChild, replaceChild } = Node.prototype;

beforeEach(() => surviveTranslation());

type Part = { isBusy: boolean; count: number; note: string | null; order: string[]; hasPicture: boolean };

function Sample({ isBusy, count, note, order, hasPicture }: Part) {
  const texts: Record<string, string> = { a: "one ", b: "two ", c: "three " };
  return (
    <button type="button">
      {isBusy && <i>Wait </i>}
      Save {count} files {note}
      {hasPicture ? <b>picture </b> : "no picture "}
      {order.map((key) => (
        <Keyed key={key} text={texts[key] ?? ""} />
      ))}
    </button>
  );
}

const Keyed = ({ text }: { text: string }) => text;

const shownBy = ({ isBusy, count, note, order, hasPicture }: Part) =>
  [
    isBusy ? "Wait " : "",
    `Save ${count} files ${note ?? ""}`,
    hasPicture ? "picture " : "no picture ",
    ...order.map((key) => ({ a: "one ", b: "two ", c: "three " })[key]),
  ].join("");

function textsOf(root: Node): Text[] {
  if (root.nodeName === "FONT") return [];
  return root instanceof Text ? [root] : [...root.childNodes].flatMap(textsOf);
}

function fontWith(content: Node | string): Element {
  const [outer, inner] = [document.createElement("font"), document.createElement("font")];
  inner.append(content);
  outer.append(inner);
  return outer;
}

/** Ways to show a translation. The real ones act from a world of their own, where the page's methods are the browser's. */
const TRANSLATORS = {
  replaces(root: Node) {
    for (const text of textsOf(root)) {
      insertBefore.call(text.parentNode, fontWith(text.data), text);
      removeChild.call(text.parentNode, text);
    }
  },
  swaps(root: Node) {
    for (const text of textsOf(root)) replaceChild.call(text.parentNode, fontWith(text.data), text);
  },
  wraps(root: Node) {
    for (const text of textsOf(root)) {
      const font = document.createElement("font");
      insertBefore.call(text.parentNode, font, text);
      appendChild.call(font, text);
    }
  },
  /** Neighboring texts become one translation. */
  merges(root: Node) {
    for (const text of textsOf(root)) {
      if (!text.isConnected) continue;
      const run = [text];
      while (run.at(-1)?.nextSibling instanceof Text) run.push(run.at(-1)?.nextSibling as Text);
      insertBefore.call(text.parentNode, fontWith(run.map(({ data }) => data).join("")), text);
      for (const each of run) removeChild.call(each.parentNode, each);
    }
  },
  /** Translates what it has translated, as it does for another language. */
  again(root: Node) {
    for (const font of [...(root as Element).querySelectorAll("font")]) {
      if (font.parentNode?.nodeName !== "FONT")
        replaceChild.call(font.parentNode, fontWith(font.textContent ?? ""), font);
    }
  },
};
type Translator = keyof typeof TRANSLATORS;

const observersRun = () => new Promise((resolve) => setTimeout(resolve, 0));

const parts: fc.Arbitrary<Part> = fc.record({
  isBusy: fc.boolean(),
  count: fc.nat(2),
  note: fc.constantFrom(null, "", "now ", "later "),
  order: fc.shuffledSubarray(["a", "b", "c"]),
  hasPicture: fc.boolean(),
});
const translators = fc.constantFrom(...(Object.keys(TRANSLATORS) as Translator[]));

test("whatever a translator did to a page, every change to it is seen, in its place, and only once", async () => {
  const steps = fc.array(fc.record({ part: parts, translator: fc.option(translators) }), {
    minLength: 2,
    maxLength: 6,
  });
  await fc.assert(
    fc.asyncProperty(steps, async (walk) => {
      const { container, rerender, unmount } = render(<i />);
      for (const { part, translator } of walk) {
        rerender(<Sample {...part} />);
        await observersRun();
        expect(container.textContent).toBe(shownBy(part));
        if (translator) TRANSLATORS[translator](container);
        await observersRun();
        expect(container.textContent).toBe(shownBy(part));
      }
      unmount();
      expect(container.textContent).toBe("");
    }),
    { numRuns: 100 },
  );
});

test("a translated text stays translated when something appears before it", async () => {
  const part = { isBusy: false, count: 1, note: null, order: [], hasPicture: true };
  const { container, rerender } = render(<Sample {...part} />);
  TRANSLATORS.replaces(container);
  const before = container.querySelectorAll("button > font").length;
  rerender(<Sample {...part} isBusy />);
  await observersRun();
  expect(container.querySelectorAll("button > font")).toHaveLength(before);
  expect(container.textContent).toMatch(/^Wait Save/);
});

test("a text that an unknown translator took away can still be removed, and what follows is shown", () => {
  const part = { isBusy: false, count: 1, note: "now ", order: [], hasPicture: false };
  const { container, rerender } = render(<Sample {...part} />);
  for (const text of textsOf(container)) removeChild.call(text.parentNode, text);
  rerender(<Sample {...part} note={null} isBusy hasPicture />);
  expect(container.textContent).toBe("Wait picture ");
});

test("a chart may insert an element without naming the next one", () => {
  const parent = document.createElement("div");
  parent.append("text");
  const child = document.createElement("b");
  (parent.insertBefore as (child: Node, next?: Node) => void)(child, undefined);
  expect(parent.lastChild).toBe(child);
});
