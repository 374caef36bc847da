import { Hono } from "hono";
import { expect, test } from "vitest";
import * as z from "zod";
import * as access from "#domain/contract/access.ts";
import * as account from "#domain/contract/account.ts";
import * as content from "#domain/contract/content/content.ts";
import { type ErrorBody, errorBody } from "#domain/contract/errors.ts";
import * as mailResponses from "#domain/contract/mail-responses.ts";
import * as profile from "#domain/contract/profile.ts";
import * as progress from "#domain/contract/progress.ts";
import * as wakeUp from "#domain/contract/wake-up.ts";
import { onError } from "./on-error.ts";
import type { HttpEnv } from "./request-context.ts";
import { validate } from "./validate.ts";

/** The response to a body that a schema rejects. */
async function refusalOf(schema: z.ZodType, body: unknown): Promise<ErrorBody | null> {
  const app = new Hono<HttpEnv>();
  app.use(async (c, next) => {
    c.set("requestId", "request");
    await next();
  });
  app.post("/", validate("json", schema), (c) => c.json({}));
  app.onError(onError);
  const headers = { "content-type": "application/json" };
  const response = await app.request("/", { method: "POST", headers, body: JSON.stringify(body) });
  return response.status === 200 ? null : errorBody.parse(await response.json());
}

const contract: [string, unknown][] = Object.entries({
  ...access,
  ...account,
  ...content,
  ...mailResponses,
  ...profile,
  ...progress,
  ...wakeUp,
});
const requests = contract.flatMap(([name, schema]) =>
  schema instanceof z.ZodObject && /(Request|Query|Param|Ref|Link|Form)$/.test(name) ? [[name, schema] as const] : [],
);
const WRONG = [undefined, null, 5, -1, 1.5, 1e9, true, "", " ", "x", "x".repeat(10_000), "🙂", [], ["x"], {}, { a: 1 }];

test("the contract's request schemas are found", () => {
  expect(requests.length).toBeGreaterThan(10);
});

test.for(requests)("an invalid %s never shows the validation library's own messages", async ([, schema]) => {
  const bodies: unknown[] = [5, "text", [], {}];
  for (const field of Object.keys(schema.shape)) for (const value of WRONG) bodies.push({ [field]: value });
  for (const body of bodies) {
    const refusal = await refusalOf(schema, body);
    const said = [refusal?.error, ...Object.values(refusal?.fields ?? {})].join("\n");
    expect(said, JSON.stringify(body)?.slice(0, 100)).not.toMatch(
      /expected|received|invalid (?:input|option|string|format|uuid)|too (?:small|big)|regex|pattern|NaN|undefined/i,
    );
  }
});

test("a schema's own message for a field is used, and otherwise a plain sentence names the field", async () => {
  const schema = z.object({
    own: z.string("Say who you are").min(2, "Say more"),
    wakeUpHour: z.int().max(23),
    firstName: z.string().min(1).max(5),
    isGift: z.boolean(),
    list: z.array(z.string()),
  });
  const fieldsOf = async (body: unknown) => (await refusalOf(schema, body))?.fields;
  expect(await fieldsOf({ own: 5, wakeUpHour: 24, firstName: "Anastasia", isGift: "yes", list: ["x", 5] })).toEqual({
    own: "Say who you are",
    wakeUpHour: "Wake up hour must be at most 23",
    firstName: "First name must be at most 5 characters",
    isGift: "Is gift must be true or false",
    "list.1": "List must be text",
  });
  expect(await fieldsOf({ own: "x", wakeUpHour: "6", firstName: "", list: [] })).toEqual({
    own: "Say more",
    wakeUpHour: "Wake up hour must be a number",
    firstName: "First name is missing",
    isGift: "Is gift is missing",
  });
  expect(await refusalOf(schema, [])).toMatchObject({ error: "The request must be an object with fields" });
});
