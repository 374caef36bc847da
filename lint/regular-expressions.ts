import { readdirSync, readFileSync } from "node:fs";
import { type ESTree, parseSync } from "vite";
import { fetchPackage } from "../scripts/dependencies/fetch-package.ts";
import { exitWith, PlainError } from "../scripts/stack/run-tool.ts";

type Expression = { place: string; pattern: string; flags: string };

const FOLDERS = ["domain", "worker", "db", "sandbox", "web"];

const files = FOLDERS.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) => `${folder}/${file}`),
).filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file));

function* nodesOf(tree: unknown): Generator<ESTree.Node> {
  if (typeof tree !== "object" || tree === null) return;
  if ("type" in tree) yield tree as ESTree.Node;
  for (const part of Object.values(tree)) yield* nodesOf(part);
}

/** The text of a string or template without runtime values. */
function constantOf(node: ESTree.Node | undefined): string | undefined {
  if (node?.type === "Literal" && typeof node.value === "string") return node.value;
  if (node?.type !== "TemplateLiteral" || node.expressions.length > 0) return undefined;
  return node.quasis[0]?.value.cooked ?? undefined;
}

/** The regular expression that a node is or creates. */
function expressionOf(node: ESTree.Node): Omit<Expression, "place"> | undefined {
  if (node.type === "Literal" && "regex" in node) return node.regex;
  if (node.type !== "NewExpression" && node.type !== "CallExpression") return undefined;
  if (node.callee.type !== "Identifier" || node.callee.name !== "RegExp") return undefined;
  const [pattern, flags] = node.arguments.map(constantOf);
  return pattern === undefined ? undefined : { pattern, flags: flags ?? "" };
}

function expressionsIn(file: string): Expression[] {
  const text = readFileSync(file, "utf8");
  return [...nodesOf(parseSync(file, text).program)].flatMap((node) => {
    const expression = expressionOf(node);
    const line = text.slice(0, node.start).split("\n").length;
    return expression ? [{ ...expression, place: `${file}:${line}` }] : [];
  });
}

/** Slowness is measured in steps. By time, the default, a busy machine makes any text slow. */
const BY_STEPS = { incubationTimeout: null, attackTimeout: null };

type Result = { status: string; complexity?: { summary: string }; attack?: { pattern: string } };
type Recheck = { checkSync: (pattern: string, flags: string, options: object) => Result };

/** Those that a text may make slow, each with that text. */
function slowOnesOf(expressions: Expression[]): string[] {
  if (expressions.length === 0) return [];
  const { checkSync } = fetchPackage<Recheck>("recheck", "4.5.0");
  return expressions.flatMap(({ place, pattern, flags }) => {
    const { status, complexity, attack } = checkSync(pattern, flags, { ...BY_STEPS, randomSeed: 1, timeout: 100_000 });
    if (status === "safe") return [];
    return [`${place}: /${pattern}/${flags} is ${status}, ${complexity?.summary}: ${attack?.pattern}`];
  });
}

/**
 * `npx node lint/regular-expressions.ts [FILE…]`: recheck searches for a text that makes a regular expression slow, which
 * would block the isolate for everyone. Without files, it checks the whole product.
 */
try {
  const named = process.argv.slice(2);
  const expressions = files.filter((file) => named.length === 0 || named.includes(file)).flatMap(expressionsIn);
  const slow = slowOnesOf(expressions);
  if (slow.length > 0) throw new PlainError(slow.join("\n"));
  console.log(`${expressions.length} regular expressions: no text makes one slow.`);
} catch (error) {
  exitWith(error);
}
