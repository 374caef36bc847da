import { join } from "node:path";
import * as z from "zod";
import { missingParticulars, type Operator } from "#domain/rules/operator.ts";
import { PlainError } from "../../stack/run-tool.ts";
import { writeWhole } from "../deployment.ts";
import type { Answers } from "./answers.ts";

/** `domain/brand.ts` reads it in every build. It's committed, because the legal texts name the business. */
export const BUSINESS_FILE = "domain/business.json";

const QUESTIONS = {
  legalName: { name: "BUSINESS_LEGAL_NAME", text: "What's your business's legal name? For example, Daybolt Media LLC" },
  postalAddress: {
    name: "BUSINESS_POSTAL_ADDRESS",
    text: "What's your business's postal address, on one line? It appears in every email",
  },
  governingLaw: {
    name: "BUSINESS_GOVERNING_LAW",
    text: 'Which law governs your terms? They say "the law of …". For example, the State of Illinois, USA',
  },
  supportEmail: { name: "BUSINESS_SUPPORT_EMAIL", text: "What email address do members write to?" },
} as const;
type Detail = keyof typeof QUESTIONS;
const DETAILS = Object.keys(QUESTIONS) as Detail[];

/** The variables that CI sets, because it has no one to ask. */
export const BUSINESS_VARIABLES = DETAILS.map((detail) => QUESTIONS[detail].name);

type Asking = Answers & { root: string };

const COMPLETE = {
  name: "-",
  legalName: "-",
  postalAddress: "-",
  governingLaw: "-",
  supportEmail: "-",
  mailSender: "-",
};

function problemOf(detail: Detail, value: string): string | null {
  if (detail === "supportEmail" && !z.email().safeParse(value).success) return "must be an email address";
  return missingParticulars({ ...COMPLETE, [detail]: value }).length > 0 ? "is missing or a placeholder" : null;
}

/** @throws PlainError for a given detail that can't be right */
async function answerTo(detail: Detail, { given, ask, isDry }: Asking): Promise<string | undefined> {
  const { name, text } = QUESTIONS[detail];
  const answer = given.get(name);
  if (answer) {
    const problem = problemOf(detail, answer);
    if (problem) throw new PlainError(`${name} ${problem}.`);
    return answer;
  }
  while (ask && !isDry) {
    const typed = await ask(`${text}: `, false);
    const problem = problemOf(detail, typed);
    if (!problem) return typed;
    console.error(`  The answer ${problem}.`);
  }
  return undefined;
}

/**
 * Adds the business details that were given or typed, and writes them for the next build. It asks only for missing details; a given
 * one replaces what's there.
 * @throws PlainError for a given detail that can't be right
 */
export async function gatherBusiness(operator: Operator, asking: Asking): Promise<Operator> {
  const { root, given, isDry, say } = asking;
  const complete = { ...operator };
  for (const detail of DETAILS) {
    if (!given.get(QUESTIONS[detail].name) && problemOf(detail, operator[detail]) === null) continue;
    complete[detail] = (await answerTo(detail, asking)) ?? operator[detail];
  }
  if (DETAILS.every((detail) => complete[detail] === operator[detail])) return operator;
  if (!isDry)
    writeWhole(join(root, BUSINESS_FILE), Object.fromEntries(DETAILS.map((detail) => [detail, complete[detail]])));
  say(
    isDry ? `+ Business details: would write ${BUSINESS_FILE}.` : `✓ Business details: in ${BUSINESS_FILE}. Commit it.`,
  );
  return complete;
}
