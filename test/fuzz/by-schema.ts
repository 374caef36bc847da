import fc from "fast-check";
import * as z from "zod";
import { NASTY_TEXTS, word } from "./nasty.ts";

type JsonSchema = z.core.JSONSchema.BaseSchema;

/** Values for fields by name, so that calls get past the schema. */
const BY_NAME: [RegExp, string[]][] = [
  [/^(date|until|deliverOn|endDate|cursor)$/, ["date", "tomorrow"]],
  [/^(member|memberId)$/, ["member", "other"]],
  [
    /^(id|ref|contentId|item|grantId|noteId|sid)$/,
    ["live", "coming", "hidden", "draft", "member", "other", "gift", "event", "upload"],
  ],
  [/^key$/, ["mailKey", "stopKey", "calendarKey", "episodeKey", "doneKey"]],
  [/^feed$/, ["feed"]],
  [/^(token|order)$/, ["giftKey", "orderKey", "setupLink"]],
  [/Key$/, ["medium"]],
  [/^upload-offset$/, ["partStart"]],
  [/^content-length$/, ["partBytes"]],
];

function known(name: string): fc.Arbitrary<string>[] {
  const found = BY_NAME.find(([pattern]) => pattern.test(name));
  return found ? [fc.constantFrom(...found[1].map(word))] : [];
}

const FORMATS: Record<string, fc.Arbitrary<string>> = {
  email: fc.constantFrom("fuzz@daybolt.test", "Fuzz+1@daybolt.test", "f@xn--bcher-kva.example"),
  uuid: fc.uuid(),
  "date-time": fc
    .date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true })
    .map((date) => date.toISOString()),
  uri: fc.webUrl(),
};

function textOf({ format = "", minLength = 0, maxLength = 60 }: JsonSchema, name: string): fc.Arbitrary<string> {
  const length = { minLength, maxLength: Math.min(maxLength, minLength + 60) };
  const near = [fc.string({ ...length, unit: "grapheme" }), fc.constantFrom(...NASTY_TEXTS)];
  const right = FORMATS[format];
  // Values by name count twice: an unknown name is rejected early.
  return fc.oneof(...known(name), ...known(name), ...(right ? [right, right] : []), ...near);
}

function numberOf({ type, minimum = -1e6, maximum = 1e6 }: JsonSchema): fc.Arbitrary<number> {
  const [min, max] = [Math.max(Number(minimum), -1e9), Math.min(Number(maximum), 1e9)];
  if (type === "integer") return fc.integer({ min: Math.ceil(min), max: Math.floor(max) });
  return fc.double({ min, max, noNaN: true });
}

function objectOf({ properties = {}, required = [] }: JsonSchema): fc.Arbitrary<unknown> {
  const fields = Object.entries(properties).map(
    ([name, field]) => [name, shapedBy(field as JsonSchema, name)] as const,
  );
  return fc.record(Object.fromEntries(fields), { requiredKeys: required as never[] });
}

/** Values that fit a schema as far as its JSON Schema says; refinements may still reject them. */
function shapedBy(schema: JsonSchema, name: string): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return fc.oneof(...choices.map((one) => shapedBy(one as JsonSchema, name)));
  switch (schema.type) {
    case "object":
      return objectOf(schema);
    case "array":
      return fc.array(shapedBy((schema.items ?? {}) as JsonSchema, name), { maxLength: 4 });
    case "string":
      return textOf(schema, name);
    case "integer":
    case "number":
      return fc.oneof(...known(name), numberOf(schema));
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    default:
      return fc.oneof(fc.integer(), textOf({}, name));
  }
}

/** Values for a part of a request, from the schema that validates it. */
export function bySchema(schema: z.ZodType): fc.Arbitrary<unknown> {
  return shapedBy(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }), "");
}
