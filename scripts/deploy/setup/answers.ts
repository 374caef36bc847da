import * as z from "zod";
import { PlainError } from "../../stack/run-tool.ts";
import { LOCATIONS } from "../deployment.ts";
import { problemOf, SECRETS, VARIABLES } from "../settings.ts";
import type { Ask } from "./ask.ts";
import type { Installation } from "./installation.ts";
import { QUESTIONS, type Question } from "./questions.ts";

type Wanted = Pick<Installation, "config" | "deployment" | "secrets" | "stored">;
export type Answers = {
  /** From the environment or a file. */
  given: ReadonlyMap<string, string>;
  ask: Ask | null;
  isDry: boolean;
  say: (line: string) => void;
};

const location = z.enum(Object.keys(LOCATIONS) as [keyof typeof LOCATIONS]);

/** A value in wrangler.toml that no one has filled in yet. */
const isPlaceholder = (value: string) =>
  /[.@/](test|example|invalid)\b/i.test(value) || value.includes("daybolt.example");

function problemWith({ name, isOptional }: Question, value: string): string | null {
  if (value === "") return isOptional ? null : "is missing";
  if (name === "D1_LOCATION")
    return location.safeParse(value).success ? null : `must be one of ${location.options.join(", ")}`;
  if (name === "APP_URL" && !value.startsWith("https://")) return "must begin with https://";
  return problemOf(name, value);
}

/** An answer that needs no question; undefined if we have to ask. */
function knownAnswer(
  { name }: Question,
  { config, deployment, stored }: Wanted,
  given: Answers["given"],
): string | undefined {
  const value = given.get(name);
  if (value !== undefined) return value;
  if (name === "D1_LOCATION") return deployment.location;
  if (SECRETS.includes(name)) return stored.has(name) ? "" : undefined;
  const set = deployment.variables[name] ?? config.vars[name];
  return set === undefined || isPlaceholder(set) ? undefined : set;
}

function keep({ name }: Question, value: string, { deployment, secrets }: Wanted): void {
  if (name === "D1_LOCATION") deployment.location = location.parse(value);
  else if (!SECRETS.includes(name)) deployment.variables[name] = value;
  else if (value !== "") secrets.set(name, value);
}

async function putQuestion(question: Question, ask: Ask): Promise<string> {
  for (;;) {
    const value = await ask(`${question.text}: `, SECRETS.includes(question.name));
    const problem = problemWith(question, value);
    if (problem === null) return value;
    await Promise.resolve(console.error(`  ${question.name} ${problem}.`));
  }
}

/** Takes settings that we never ask for, if they are given. */
function takeOthers({ deployment, secrets }: Wanted, given: Answers["given"]): string[] {
  const asked = QUESTIONS.map(({ name }) => name);
  const others = [...given].filter(([name, value]) => value !== "" && !asked.includes(name));
  const wrong: string[] = [];
  for (const [name, value] of others) {
    if (!SECRETS.includes(name) && !VARIABLES.includes(name)) continue;
    const problem = problemOf(name, value);
    if (problem) wrong.push(`${name} ${problem}`);
    else if (SECRETS.includes(name)) secrets.set(name, value);
    else deployment.variables[name] = value;
  }
  return wrong;
}

/**
 * Finds every answer: given, known from an earlier run, or asked for. Secrets already at Cloudflare aren't asked for
 * again.
 * @throws PlainError that lists everything missing or wrong, if there's no one to ask
 */
export async function gatherAnswers(wanted: Wanted, { given, ask, isDry, say }: Answers): Promise<void> {
  const wrong = takeOthers(wanted, given);
  const toAsk: string[] = [];
  for (const question of QUESTIONS) {
    if (question.goesWith && !wanted.deployment.variables[question.goesWith]) continue;
    const known = knownAnswer(question, wanted, given);
    const isStored = known === "" && wanted.stored.has(question.name);
    const problem = known === undefined || isStored ? null : problemWith(question, known);
    if (known !== undefined && problem === null) keep(question, known, wanted);
    else if (isDry) toAsk.push(`${question.name}${problem ? ` ${problem}` : ""}: ${question.text}`);
    else if (ask) keep(question, await putQuestion(question, ask), wanted);
    else if (problem || !question.isOptional)
      wrong.push(`${question.name} ${problem ?? "is missing"} (${question.text})`);
    else keep(question, "", wanted);
  }
  if (toAsk.length > 0) say(`? Setup would ask for:\n    ${toAsk.join("\n    ")}`);
  if (wrong.length > 0 && isDry) say(`✗ Wrong: ${wrong.join("; ")}`);
  if (wrong.length > 0 && !isDry)
    throw new PlainError(
      `${wrong.join("\n")}\n\nSet them in the environment or in a file: npm run deploy:setup -- --answers FILE`,
    );
}
