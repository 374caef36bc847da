import { expect, test } from "vitest";
import { baselineCss } from "./baseline-css.ts";

const MIXES = "@supports (color:color-mix(in lab, red, red))";

test("a colour mixed in advance gives way to its mix, inside a media query as well", () => {
  const before = `.a{color:red}.b\\/10{color:#f001}${MIXES}{.b\\/10{color:color-mix(in oklab, red 10%, transparent)}}.c{color:blue}`;
  expect(baselineCss(`${before}@media print{${before}}`)).toBe(
    ".a{color:red}.b\\/10{color:color-mix(in oklab, red 10%, transparent)}.c{color:blue}" +
      "@media print{.a{color:red}.b\\/10{color:color-mix(in oklab, red 10%, transparent)}.c{color:blue}}",
  );
});

test("what the mix does not replace whole stays before it", () => {
  const css = `.b{color:#f001;margin:0}${MIXES}{.b{color:color-mix(in oklab, red 10%, transparent)}}`;
  expect(baselineCss(css)).toBe(".b{color:#f001;margin:0}.b{color:color-mix(in oklab, red 10%, transparent)}");
});

test("starting values that @property gives are left out, and other layers and conditions stay", () => {
  const layer =
    "@layer properties{@supports (((-webkit-hyphens:none))){:root{--turn:0deg}*,:before{--tw-a:0;--tw-b:1}}}";
  const rest = "@layer theme{:root{--x:1}}@supports (not (contain-intrinsic-size:1px)){a{color:red}}";
  expect(baselineCss(layer + rest)).toBe(rest);
});

test("parts of a composed value go where no class of the sheet sets them, with their registration", () => {
  const property = (name: string) => `@property ${name}{syntax:"*";inherits:false}`;
  const filter =
    ".a{--tw-blur:blur(8px);filter:var(--tw-blur, ) var(--tw-sepia, ) var(--tw-invert, )}.b{--tw-invert:1}";
  expect(baselineCss(filter + ["--tw-blur", "--tw-sepia", "--tw-invert"].map(property).join(""))).toBe(
    ".a{--tw-blur:blur(8px);filter:var(--tw-blur, ) var(--tw-invert, )}.b{--tw-invert:1}" +
      property("--tw-blur") +
      property("--tw-invert"),
  );
});

test("a registered value that is read with a starting value stays", () => {
  const css =
    '.a{box-shadow:var(--tw-ring),var(--tw-shadow)}@property --tw-ring{syntax:"*";inherits:false;initial-value:0 0 #0000}';
  expect(baselineCss(css)).toBe(css);
});

test("the reset of every element says nothing of pseudo-elements", () => {
  const css = "@layer base{*,:after,:before,::backdrop{box-sizing:border-box}.a:before{content:''}}";
  expect(baselineCss(css)).toBe("@layer base{*{box-sizing:border-box}.a:before{content:''}}");
});

test("a block without an end is noticed", () => {
  expect(() => baselineCss(`${MIXES}{.b{color:red}`)).toThrow("without an end");
});
