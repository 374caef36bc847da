import { expect, test } from "vitest";
import { checkText, filesToCheck } from "./check.ts";
import { stringsIn } from "./strings.ts";

const read = (file: string, source: string) => stringsIn(file, source).map(({ text }) => text);

test.each([
  ["text between tags", "<p>Your streak <b>goes</b> on.</p>", "Your streak goes on."],
  ["text with a value", "<p>\n  {count} sessions\n  wait, {name}.\n</p>", "5 sessions wait, Daybolt."],
  ["a prop", '<Field aria-label="Volume" className="flex" />', "Volume"],
  [
    "either text of a choice",
    'const x = <p>{isOn ? "Emails come" : "No email comes"} at six.</p>',
    "No email comes at six.",
  ],
  [
    "a property of any name",
    'const WORDS = { "no-tick": "The minute cron has stopped" };',
    "The minute cron has stopped",
  ],
  ["a message of zod", 'z.string().min(1, "Please choose a plan");', "Please choose a plan"],
  [
    "an error that people see",
    `throw new AppError("gone", \`The mail of \${date} is sent\`);`,
    "The mail of Monday is sent",
  ],
  ["an email's template", '<Paragraph text="Hello {{name}}, your plan ends" />', "Hello Daybolt, your plan ends"],
  ["a page of the sandbox", "const x = html`<h1>Outbox</h1><p class=x>No <b>mail</b> yet</p>`;", "No mail yet"],
])("the check finds %s", (_, source, text) => {
  expect(read("web/a.tsx", source)).toContain(text);
});

test.each([
  'import { a } from "a long name with spaces";',
  `const x = sql\`select id from members where name = \${name}\`;`,
  '<p className="flex items-center gap-2" />;',
  'if (state === "not a text") log("info", "some event name");',
  'throw new Error("only programmers read this");',
])("the check skips %s", (source) => {
  expect(read("web/a.tsx", source)).toEqual([]);
});

test.each([
  ["web/a.tsx", "\n<p>We will mend it.</p>", "2 phrase: mend(s|ed|ing)?"],
  ["web/a.tsx", '<A title="An mistake" />', "1 AnA"],
  ["docs/architecture.md", "Fine.\n\nThat is teh end of a membrship.", "3 SpellCheck"],
  ["docs/architecture.md", `# A\n\nFine. ${"word ".repeat(31)}.`, "3 LongSentence"],
  ["web/public/legal/terms.md", "What we shall do.", "1 phrase: shall"],
])("in %s, %j is reported as %s", async (file, source, expected) => {
  const { findings } = await checkText(file, source);
  expect(findings.map(({ line, rule }) => `${line} ${rule}`)).toContain(expected);
});

test("docs may do without contractions, and the specification's words are allowed", async () => {
  expect((await checkText("docs/architecture.md", "It does not matter.")).findings).toEqual([]);
  expect((await checkText("web/a.tsx", '<A title="Subscription Cancelled" />')).findings).toEqual([]);
});

test("a comment at the line excuses it, and an unused excuse is reported", async () => {
  const source = '// phrase: a legal term\nconst text = "We shall see";\n\n// phrase: nothing\n';
  const { findings, excuses } = await checkText("web/a.ts", source);
  expect(findings).toEqual([]);
  expect(excuses.map(({ line, isUsed }) => [line, isUsed])).toEqual([
    [1, true],
    [4, false],
  ]);
});

test("the check covers the whole project, not an empty list", () => {
  expect(filesToCheck().length).toBeGreaterThan(800);
});
