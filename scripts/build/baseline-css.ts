const MIXES = "@supports (color:color-mix(in lab, red, red)){";

/** Where the block that begins before `start` ends: the index of its closing brace. */
function endOfBlock(css: string, start: number): number {
  let depth = 1;
  for (let index = start; index < css.length; index++) {
    if (css[index] === "{") depth++;
    if (css[index] === "}" && --depth === 0) return index;
  }
  throw new Error("The stylesheet has a block without an end.");
}

function propertiesOf(rule: string): string {
  return rule
    .slice(rule.indexOf("{") + 1)
    .split(";")
    .map((declaration) => declaration.slice(0, declaration.indexOf(":")))
    .join();
}

/** Without the empty parts of composed values (a filter's hue, a figure's slashed zero) that no class of this sheet sets. */
function withoutUnsetParts(css: string): string {
  const isSet = (name: string) => css.includes(`${name}:`);
  const composed = css.replaceAll(/ ?var\((--tw-[\w-]+), ?\)/g, (part, name: string) => (isSet(name) ? part : ""));
  const isRead = (name: string) => new RegExp(`${name}[:,)]`).test(composed);
  return composed.replaceAll(/@property (--tw-[\w-]+)\{[^}]*\}/g, (rule, name: string) => (isRead(name) ? rule : ""));
}

/**
 * Tailwind's reset for every ::before and ::after makes browsers work out two more styles for each element, a third of all styling
 * (docs/decisions/0036-one-takeover-and-cheap-styles.md). No pseudo-element of ours has a border or a padding to reset.
 */
function withoutUniversalPseudos(css: string): string {
  return css.replace(/\*,:after,:before,::backdrop(?=[,{])/, "*");
}

/**
 * Minified CSS of Tailwind without what it adds for browsers older than those it supports (Chrome 111, Safari 16.4, Firefox 128):
 * colours mixed in advance, each before its mix, and starting values of properties that `@property` gives. And without what it
 * adds for classes that this sheet does not have.
 * @throws Error where a rule does not look as Tailwind writes it, so that an update is noticed
 */
export function baselineCss(css: string): string {
  let rest = withoutUniversalPseudos(css).replace(/@layer properties\{@supports [^{]+\{(?:[^{}]*\{[^{}]*\})*\}\}/, "");
  let done = "";
  for (let at = rest.indexOf(MIXES); at !== -1; at = rest.indexOf(MIXES)) {
    const end = endOfBlock(rest, at + MIXES.length);
    const mixed = rest.slice(at + MIXES.length, end);
    const selector = mixed.slice(0, mixed.indexOf("{") + 1);
    const before = done + rest.slice(0, at);
    const fallback = before.slice(before.lastIndexOf(selector));
    const isOneRule = fallback.startsWith(selector) && fallback.indexOf("}") === fallback.length - 1;
    const isFallback = isOneRule && propertiesOf(fallback) === propertiesOf(mixed);
    done = (isFallback ? before.slice(0, -fallback.length) : before) + mixed;
    rest = rest.slice(end + 1);
  }
  return withoutUnsetParts(done + rest);
}
