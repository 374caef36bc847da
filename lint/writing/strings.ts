import { parseSync } from "vite";
import { DROPPED, INLINE, isHtml, isText, type Node, nameOf, nodesOf, piecesOf, standIn, WRAPPERS } from "./pieces.ts";

/** What people read as one text, with each character's position in the source. */
export type Text = { text: string; at: number[] };

/** Props and properties that are shown, even if it's a single word. In all others, only prose counts. */
const SHOWN =
  /^(?:action|alt|answer|aria-?label|aria-?description|button|caption|children|description|detail|empty|error|eyebrow|heading|headline|hint|label|lead|legend|message|note|placeholder|preview|question|statusText|subject|summary|text|title|unit)$/i;
const HIDDEN =
  /^(?:class|\w*[cC]lassName|\w*Classes|style|font|fontFamily|sizes|rel|allow|d|key|viewBox|points|transform|media|sql|args|pattern)$/;
/** Calls whose arguments no one reads. */
const SILENT =
  /^(?:log|clsx|matchMedia|fetch|RegExp|startsWith|endsWith|includes|indexOf|split|replace|replaceAll|querySelector|querySelectorAll|prepare|exec|raw|closest|matches)$/;
/** Only programmers see these; people see an AppError. */
const INNER_ERROR = /^(?:Error|TypeError|RangeError)$/;
/** Nodes that pass the name of their property or prop on to the texts inside. */
const HANDS_ON = /^(?:ArrayExpression|ArrowFunctionExpression|ConditionalExpression|LogicalExpression)$/;

const isCode = (text: string) =>
  /^[^ ]*[./:][^ ]+$|[_{}=[\]\\|`]|<\/?\w|\w\(|^[./#-]|\w:\w|[a-z]\.[a-z]|^[a-z\d]+(?:-[a-z\d]+)+$|[a-z][A-Z]|'self'|^(?:npm|npx|select) |\dpx |\b(?:[mp][xytblr]?|text|bg|rounded)-[\da-z]+ /.test(
    text.replaceAll(/https:\/\/daybolt\.test|\S+@\S+|PayPal|\b[\w/]+\.(?:ts|md)\b/g, ""),
  );
const isSentence = (text: string) =>
  // A long list of names has no small words.
  (text.split(" ").length < 8 || /[,.:]|\b(?:the|an?|to|of|in|is|and|for|you)\b/.test(text)) &&
  /\p{L}{2,}[’'\p{L}]*[,;:.!?…)]? [(“"]?\p{L}/u.test(text) &&
  (/^[\p{Lu}\d"“(…✓✗$]|[.,;!?](?: |$)/u.test(text) || !/(?:^| )[a-z]+-[a-z\d-]+(?: |$)/.test(text));

const nameOfKey = ({ key, name }: Node) => {
  const node = (key ?? name) as Node;
  return String(node.name ?? node.value ?? "");
};

/** Replaces tags that end a text with line breaks, others with a mark. The sandbox's pages build columns from spans. */
const withoutTags = (html: string) =>
  html.replaceAll(/<(style|script)\b.*?<\/\1>|<!?\/?([\w-]+)[^>]*>/gs, (tag, _, name = "") =>
    (INLINE.test(name) && name !== "span" ? DROPPED : "\n").repeat(tag.length),
  );

/** `isOwn`: the character is the source's, not a value's. */
type Place = { at: number; isOwn: boolean };

/** The lines of a text as people read them, with their places. */
function linesOf(source: string, used: Set<Node>, node: Node, branch: number): Text[] {
  let whole = "";
  const places: Place[] = [];
  const add = (text: string, start: number, isOwn: boolean) => {
    // Two texts that are never shown together: {isOn && "On"}{isOff && "Off"}
    const isNext = /\p{Ll}$/u.test(whole) && /^\p{Lu}/u.test(text);
    whole += isNext ? `\n${text}` : text;
    if (isNext) places.push({ at: start, isOwn });
    for (let i = 0; i < text.length; i += 1) places.push({ at: isOwn ? start + i : start, isOwn });
  };
  const fill = (word: string, start: number, isElement = false) => {
    // An icon isn't a word, and neither is a second value right after another.
    if ((isElement && !whole.endsWith(" ")) || (/\w$/.test(whole) && places.at(-1)?.isOwn === false)) return;
    add(whole.endsWith("Daybolt ") ? "Ana" : word, start, false);
  };
  const roots = node.type.startsWith("JSX") ? nodesOf(node.children) : [node];
  const pieces = roots.flatMap((root) => piecesOf(source, used, root, branch));
  for (const [i, { text, start, isLiteral, isElement }] of pieces.entries()) {
    // Text before a new sentence is a sentence, too.
    const isEnd = /^ \p{Lu}\p{Ll}/u.test(pieces[i + 1]?.text ?? "");
    if (text.replaceAll(DROPPED, "") === "") continue;
    if (text === "\n") add(text, start, true);
    else if (!isLiteral) fill(isEnd ? `${text}.` : text, start, isElement);
    // Emails have their variables in braces.
    else
      for (const { 0: part, index } of text.matchAll(/\{\{\w+\}\}|(?:(?!\{\{\w).)+|\n/g))
        if (part.startsWith("{{")) fill(standIn(part), start + index);
        else add(part, start + index, true);
  }
  const lines = (isHtml(source, node) ? withoutTags(whole) : whole).replaceAll(/(?<= ) +/g, (gap) =>
    DROPPED.repeat(gap.length),
  );
  return [...lines.matchAll(/[^\n]+/g)].flatMap(({ 0: line, index }) => {
    const kept = places.slice(index, index + line.length).filter((_, i) => line[i] !== DROPPED);
    const words = line.replaceAll(DROPPED, "");
    const text = words.trim();
    const at = kept.slice(words.indexOf(text));
    const isOwn = at.some((place, i) => place.isOwn && /\p{L}/u.test(text.charAt(i)));
    return isOwn ? [{ text, at: at.map((place) => place.at) }] : [];
  });
}

/** Whether a text is shown, by its node and the name of its prop or property. */
function isWanted(source: string, node: Node, name: string | undefined, text: string): boolean {
  if (node.type.startsWith("JSX") || isHtml(source, node)) return !/="/.test(text);
  if (name !== undefined && HIDDEN.test(name)) return false;
  if (isCode(text)) return false;
  return (
    isSentence(text) ||
    (name !== undefined && (SHOWN.test(name) || (node.type === "Literal" && /^\p{Lu}\p{Ll}{2,}$/u.test(text))))
  );
}

/** Finds what a source shows to people. For a choice between two texts, it reads both versions. */
export function stringsIn(file: string, source: string): Text[] {
  const texts: Text[] = [];
  const used = new Set<Node>();
  const isConsole = file.startsWith("scripts/");

  const visit = (node: Node, name?: string): void => {
    if (/^(?:Import|ExportAll|TS(?!AsE|Sat|NonN))/.test(node.type)) return;
    if (node.type === "TaggedTemplateExpression" && !isHtml(source, node)) used.add(node.quasi as Node);
    const hasText = node.type.startsWith("JSX")
      ? nodesOf(node.children).some((child) => isText(source, child))
      : isText(source, node);
    if (hasText && !used.has(node)) {
      const versions = [0, 1].flatMap((branch) => linesOf(source, used, node, branch));
      const seen = new Set<string>();
      for (const version of versions) {
        if (!seen.has(version.text) && isWanted(source, node, name, version.text)) texts.push(version);
        seen.add(version.text);
      }
    }
    // A list of words in one string.
    if (node.type === "MemberExpression" && (node.property as Node).name === "split" && isText(source, node.object))
      return;
    const callee = /^(?:Call|New)Expression$/.test(node.type) ? nameOf(source, node.callee as Node) : "";
    const isSilent = SILENT.test(callee) || (INNER_ERROR.test(callee) && !isConsole);
    const isComparison = node.type === "BinaryExpression" && node.operator !== "+";
    const key = node.type === "Property" || node.type === "JSXAttribute" ? nameOfKey(node) : undefined;
    for (const [part, value] of Object.entries(node)) {
      if (part === "arguments" && isSilent) continue;
      if ((part === "key" || part === "name" || part === "property" || part === "test") && !node.computed) {
        if (part !== "test" || node.type === "SwitchCase") continue;
      }
      for (const child of nodesOf(value)) {
        if (isComparison && child.type === "Literal") continue;
        if (part === "property" && child.type === "Literal") continue;
        visit(child, key ?? (HANDS_ON.test(node.type) || WRAPPERS.test(node.type) ? name : undefined));
      }
    }
  };
  visit(parseSync(file, source).program as unknown as Node);
  return texts;
}
