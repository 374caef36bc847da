import { parseSync } from "vite";

/** What people read as one text, with each character's position in the source. */
export type Text = { text: string; at: number[] };

type Node = { type: string; start: number; end: number; [part: string]: unknown };
type Piece = { text: string; start: number; isLiteral?: boolean; isElement?: boolean };

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
const INLINE = /^(?:a|abbr|b|br|code|em|i|kbd|mark|s|small|span|strong|sub|sup|time|u|wbr)$/;
const WRAPPERS =
  /^(?:JSXExpressionContainer|ParenthesizedExpression|TSAsExpression|TSSatisfiesExpression|TSNonNullExpression)$/;
/** Nodes that pass the name of their property or prop on to the texts inside. */
const HANDS_ON = /^(?:ArrayExpression|ArrowFunctionExpression|ConditionalExpression|LogicalExpression)$/;

const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null && "type" in value;
const nodesOf = (value: unknown): Node[] => (Array.isArray(value) ? value : [value]).filter(isNode);

/** A word that fits the value's name, so that the sentence around it stays a sentence. */
function standIn(name: string): string {
  if (/formatCount/.test(name)) return "5 sessions";
  if (/money|price|amount|dollar|cents/i.test(name)) return "$9.99";
  if (/url|link|href|origin/i.test(name)) return "https://daybolt.test";
  if (/email|address|sender/i.test(name)) return "sue@daybolt.test";
  if (
    /count|total|number|days|hours|length|minutes|size|percent|seconds|limit|max|min|months|years|[A-Z]_[A-Z]/i.test(
      name,
    )
  )
    return "5";
  if (/hour|clock|time/i.test(name)) return "6 AM";
  if (/date|day|when|until|end|at$/i.test(name)) return "Monday";
  return "Daybolt";
}

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

const DROPPED = "\0";
const ENTITIES: Record<string, string> = { "&amp;": "&", "&lsquo;": "‘", "&rsquo;": "’", "&apos;": "'" };

/** JSX drops a line break with its spaces at the end of a text, and turns it into a space inside one. */
const asRendered = (text: string) =>
  text
    .replaceAll(
      /&(?:amp|[lr]squo|apos|nbsp);/g,
      (entity) => `${ENTITIES[entity] ?? " "}${DROPPED.repeat(entity.length - 1)}`,
    )
    .replaceAll(/^\s*\n\s*|\s*\n\s*$/g, (gap) => DROPPED.repeat(gap.length))
    .replaceAll(/\s*\n\s*/g, (gap) => ` ${DROPPED.repeat(gap.length - 1)}`);

/** Replaces tags that end a text with line breaks, others with a mark. The sandbox's pages build columns from spans. */
const withoutTags = (html: string) =>
  html.replaceAll(/<(style|script)\b.*?<\/\1>|<!?\/?([\w-]+)[^>]*>/gs, (tag, _, name = "") =>
    (INLINE.test(name) && name !== "span" ? DROPPED : "\n").repeat(tag.length),
  );

/** Finds what a source shows to people. For a choice between two texts, it reads both versions. */
export function stringsIn(file: string, source: string): Text[] {
  const texts: Text[] = [];
  const used = new Set<Node>();
  const isConsole = file.startsWith("scripts/");

  const isHtml = (node: Node) => source.startsWith("html`", node.start);
  const isText = (node: unknown): boolean => {
    if (!isNode(node)) return false;
    if (WRAPPERS.test(node.type)) return isText(node.expression);
    if (node.type === "Literal") return typeof node.value === "string";
    if (node.type === "JSXText") return String(node.value).trim() !== "";
    if (node.type === "TaggedTemplateExpression") return isHtml(node);
    if (node.type === "ConditionalExpression") return isText(node.consequent) || isText(node.alternate);
    if (node.type === "LogicalExpression") return isText(node.right);
    if (node.type === "BinaryExpression") return node.operator === "+" && (isText(node.left) || isText(node.right));
    return node.type === "TemplateLiteral";
  };

  const tagOf = (node: Node) => /^<([\w.]*)/.exec(source.slice(node.start, node.start + 40))?.[1] ?? "";
  const nameOf = (node: Node) => source.slice(node.start, node.end).replace(/\(.*/s, "").split(".").at(-1) ?? "";

  const piecesOf = (node: Node, branch: number): Piece[] => {
    const of = (part: unknown) => nodesOf(part).flatMap((child) => piecesOf(child, branch));
    used.add(node);
    switch (node.type) {
      case "Literal": {
        if (node.value === null || typeof node.value === "boolean") return [];
        const isLiteral = typeof node.value === "string";
        return [{ text: String(node.value), start: node.start + (isLiteral ? 1 : 0), isLiteral }];
      }
      case "JSXText":
        return [{ text: asRendered(String(node.value)), start: node.start, isLiteral: true }];
      case "TemplateLiteral": {
        const expressions = nodesOf(node.expressions);
        return nodesOf(node.quasis).flatMap((quasi, i) => {
          const { cooked } = quasi.value as { cooked: string };
          return [{ text: cooked, start: quasi.start, isLiteral: true }, ...of(expressions[i])];
        });
      }
      case "TaggedTemplateExpression":
        if (isHtml(node)) return of(node.quasi);
        break;
      case "ConditionalExpression":
        return of(branch === 0 ? node.consequent : node.alternate);
      case "LogicalExpression":
        return of(node.right);
      case "BinaryExpression":
        if (isText(node)) return [...of(node.left), ...of(node.right)];
        break;
      case "JSXElement":
      case "JSXFragment":
        if (/^[a-z]/.test(tagOf(node)) && !INLINE.test(tagOf(node))) {
          used.delete(node);
          return [{ text: "\n", start: node.start }];
        }
        if (nodesOf(node.children).length > 0) return of(node.children);
        if (tagOf(node) === "br") return [{ text: " ", start: node.start }];
        return [{ text: standIn(tagOf(node)), start: node.start, isElement: true }];
      case "JSXEmptyExpression":
        return [];
      default:
        if (WRAPPERS.test(node.type)) return of(node.expression);
    }
    used.delete(node);
    return [{ text: standIn(nameOf(node)), start: node.start }];
  };

  const emit = (node: Node, branch: number, isWanted: (text: string) => boolean) => {
    let whole = "";
    const places: { at: number; isOwn: boolean }[] = [];
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
    const pieces = roots.flatMap((root) => piecesOf(root, branch));
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
    const lines = (isHtml(node) ? withoutTags(whole) : whole).replaceAll(/(?<= ) +/g, (gap) =>
      DROPPED.repeat(gap.length),
    );
    for (const { 0: line, index } of lines.matchAll(/[^\n]+/g)) {
      const kept = places.slice(index, index + line.length).filter((_, i) => line[i] !== DROPPED);
      const words = line.replaceAll(DROPPED, "");
      const text = words.trim();
      const at = kept.slice(words.indexOf(text));
      const isOwn = at.some((place, i) => place.isOwn && /\p{L}/u.test(text.charAt(i)));
      if (isOwn && isWanted(text)) texts.push({ text, at: at.map((place) => place.at) });
    }
  };

  const isWantedAs = (node: Node, name: string | undefined) => (text: string) => {
    if (node.type.startsWith("JSX") || isHtml(node)) return !/="/.test(text);
    if (name !== undefined && HIDDEN.test(name)) return false;
    if (isCode(text)) return false;
    return (
      isSentence(text) ||
      (name !== undefined && (SHOWN.test(name) || (node.type === "Literal" && /^\p{Lu}\p{Ll}{2,}$/u.test(text))))
    );
  };

  const visit = (node: Node, name?: string): void => {
    if (/^(?:Import|ExportAll|TS(?!AsE|Sat|NonN))/.test(node.type)) return;
    if (node.type === "TaggedTemplateExpression" && !isHtml(node)) used.add(node.quasi as Node);
    const hasText = node.type.startsWith("JSX") ? nodesOf(node.children).some(isText) : isText(node);
    if (hasText && !used.has(node)) {
      const before = texts.length;
      for (const branch of [0, 1]) emit(node, branch, isWantedAs(node, name));
      const twice = new Set<string>();
      texts.push(...texts.splice(before).filter(({ text }) => !twice.has(text) && twice.add(text)));
    }
    // A list of words in one string.
    if (node.type === "MemberExpression" && (node.property as Node).name === "split" && isText(node.object)) return;
    const callee = /^(?:Call|New)Expression$/.test(node.type) ? nameOf(node.callee as Node) : "";
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
