import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { operatorKinds } from "../worker/mail/kinds/operator-kinds.ts";

const ADDRESS = /\b(?:operatorEmail|alarmWebhookUrl)\b/;
/** The outbox reads the address only to keep trying an operator's email whose address is suppressed. */
const READERS = ["worker/mail/send-transactional-mails.ts"];

const KIND = new RegExp(`kind: "(?:${Object.keys(operatorKinds).join("|")})"`);
const SENDING = /\bmailToOperator\(ctx, \{[^;]*?kind: "[^"]+"/g;
const sendsBesides = (text: string) => KIND.test(text.replace(SENDING, ""));

const others = globSync("worker/**/*.ts").filter((file) => !/\.test\.ts$|^worker\/incidents\//.test(file));
const filesWith = (isFound: (text: string) => boolean) => others.filter((file) => isFound(readFileSync(file, "utf8")));

test("only worker/incidents/ knows how to reach the operator", () => {
  expect(filesWith((text) => ADDRESS.test(text))).toEqual(READERS);
});

test("other Worker folders email the operator only through worker/incidents/", () => {
  expect(filesWith(sendsBesides)).toEqual([]);
  expect(sendsBesides('queueMail(ctx, { id, kind: "difference-report", memberId: null, to, parameters })')).toBe(true);
  expect(sendsBesides('mailToOperator(ctx, { id, kind: "difference-report", parameters })')).toBe(false);
});
