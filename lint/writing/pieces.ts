export type Node = { type: string; start: number; end: number; [part: string]: unknown };
/** A stretch of text, or a word that stands for a value. `isLiteral`: the words are the source's own. */
export type Piece = { text: string; start: number; isLiteral?: boolean; isElement?: boolean };

export const DROPPED = "\0";
export const INLINE = /^(?:a|abbr|b|br|code|em|i|kbd|mark|s|small|span|strong|sub|sup|time|u|wbr)$/;
export const WRAPPERS =
  /^(?:JSXExpressionContainer|ParenthesizedExpression|TSAsExpression|TSSatisfiesExpression|TSNonNullExpression)$/;
const ENTITIES: Record<string, string> = { "&amp;": "&", "&lsquo;": "‘", "&rsquo;": "’", "&apos;": "'" };

const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null && "type" in value;
export const nodesOf = (value: unknown): Node[] => (Array.isArray(value) ? value : [value]).filter(isNode);

/** A word that fits the value's name, so that the sentence around it stays a sentence. */
export function standIn(name: string): string {
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

/** JSX drops a line break with its spaces at the end of a text, and turns it into a space inside one. */
const asRendered = (text: string) =>
  text
    .replaceAll(
      /&(?:amp|[lr]squo|apos|nbsp);/g,
      (entity) => `${ENTITIES[entity] ?? " "}${DROPPED.repeat(entity.length - 1)}`,
    )
    .replaceAll(/^\s*\n\s*|\s*\n\s*$/g, (gap) => DROPPED.repeat(gap.length))
    .replaceAll(/\s*\n\s*/g, (gap) => ` ${DROPPED.repeat(gap.length - 1)}`);

export const isHtml = (source: string, node: Node) => source.startsWith("html`", node.start);

/** Whether an expression is text on at least one branch. */
export function isText(source: string, node: unknown): boolean {
  if (!isNode(node)) return false;
  if (WRAPPERS.test(node.type)) return isText(source, node.expression);
  if (node.type === "Literal") return typeof node.value === "string";
  if (node.type === "JSXText") return String(node.value).trim() !== "";
  if (node.type === "TaggedTemplateExpression") return isHtml(source, node);
  if (node.type === "ConditionalExpression") return isText(source, node.consequent) || isText(source, node.alternate);
  if (node.type === "LogicalExpression") return isText(source, node.right);
  if (node.type === "BinaryExpression")
    return node.operator === "+" && (isText(source, node.left) || isText(source, node.right));
  return node.type === "TemplateLiteral";
}

const tagOf = (source: string, node: Node) => /^<([\w.]*)/.exec(source.slice(node.start, node.start + 40))?.[1] ?? "";
export const nameOf = (source: string, node: Node) =>
  source.slice(node.start, node.end).replace(/\(.*/s, "").split(".").at(-1) ?? "";

/** The pieces of a text; of a choice between two, those of a branch (0 or 1). Adds the nodes it reads to `used`. */
export function piecesOf(source: string, used: Set<Node>, node: Node, branch: number): Piece[] {
  const of = (part: unknown) => nodesOf(part).flatMap((child) => piecesOf(source, used, child, branch));
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
      if (isHtml(source, node)) return of(node.quasi);
      break;
    case "ConditionalExpression":
      return of(branch === 0 ? node.consequent : node.alternate);
    case "LogicalExpression":
      return of(node.right);
    case "BinaryExpression":
      if (isText(source, node)) return [...of(node.left), ...of(node.right)];
      break;
    case "JSXElement":
    case "JSXFragment":
      if (/^[a-z]/.test(tagOf(source, node)) && !INLINE.test(tagOf(source, node))) {
        used.delete(node);
        return [{ text: "\n", start: node.start }];
      }
      if (nodesOf(node.children).length > 0) return of(node.children);
      if (tagOf(source, node) === "br") return [{ text: " ", start: node.start }];
      return [{ text: standIn(tagOf(source, node)), start: node.start, isElement: true }];
    case "JSXEmptyExpression":
      return [];
    default:
      if (WRAPPERS.test(node.type)) return of(node.expression);
  }
  used.delete(node);
  return [{ text: standIn(nameOf(source, node)), start: node.start }];
}
