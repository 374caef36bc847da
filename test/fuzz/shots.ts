import fc from "fast-check";
import type * as z from "zod";
import { api } from "#worker/entry/api.ts";
import { validatedBy } from "#worker/http/validate.ts";
import { bySchema } from "./by-schema.ts";
import { NASTY_BODIES, NASTY_HEADERS, NASTY_SEGMENTS, NASTY_TEXTS, NASTY_VALUES, word } from "./nasty.ts";

/** One request before its words are looked up; plain data, so that it can be printed. */
export type Shot = {
  route: string;
  method: string;
  path: string;
  caller: number;
  headers: [name: string, values: string[]][];
  body: string | null;
  /** The body breaks off with an error after this many characters. */
  breaksAt: number | null;
};

export type Route = { route: string; method: string; pattern: string; parts: Record<string, z.ZodType> };

/** The router's routes, each with the schemas that validate it. */
export function routesOfApi(): Route[] {
  const routes = new Map<string, Route>();
  for (const { method, path, handler } of api.routes) {
    if (method === "ALL") continue;
    const name = `${method} ${path}`;
    const known = routes.get(name) ?? { route: name, method, pattern: path, parts: {} };
    routes.set(name, known);
    for (const { target, schema } of validatedBy.get(handler) ?? []) known.parts[target] = schema;
  }
  return [...routes.values()];
}

type Twist =
  | { kind: "none" }
  | { kind: "value"; at: number; value: unknown }
  | { kind: "body"; text: string }
  | { kind: "cut" | "broken"; at: number }
  | { kind: "segment"; at: number; text: string }
  | { kind: "query"; entries: [string, string][] }
  | { kind: "method"; method: string };

const text = fc.oneof(fc.constantFrom(...NASTY_TEXTS), fc.string({ unit: "binary", maxLength: 40 }));
const twists: fc.Arbitrary<Twist> = fc.oneof(
  { weight: 5, arbitrary: fc.constant({ kind: "none" } as Twist) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("value" as const), at: fc.nat(), value: NASTY_VALUES }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("body" as const),
      text: fc.oneof(fc.constantFrom(...NASTY_BODIES), fc.json(), text),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom("cut" as const, "broken" as const), at: fc.nat(300) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("segment" as const),
      at: fc.nat(8),
      text: fc.oneof(fc.constantFrom(...NASTY_SEGMENTS), text.map(encodeText)),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("query" as const),
      entries: fc.array(fc.tuple(fc.oneof(fc.constantFrom("q", "id", "limit", "key", "cursor"), text), text), {
        minLength: 1,
        maxLength: 4,
      }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("method" as const),
      method: fc.constantFrom("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND"),
    }),
  },
);

/** The form for a path; a lone surrogate has none. */
function encodeText(raw: string): string {
  return encodeURIComponent(raw.toWellFormed());
}

/** Puts a value somewhere inside another, or in its place. */
function withValueAt(whole: unknown, at: number, value: unknown): unknown {
  if (typeof whole !== "object" || whole === null) return value;
  const names = Object.keys(whole);
  const name = names[at % (names.length + 1)];
  const copy: Record<string, unknown> = { ...whole };
  copy[name ?? "unknown"] = name === undefined ? value : withValueAt(copy[name], Math.floor(at / 7), value);
  return Array.isArray(whole) ? Object.values(copy) : copy;
}

const anyId = fc.constantFrom(
  ...["live", "coming", "hidden", "member", "other", "gift", "event", "upload", "date"].map(word),
);

function textsOf(values: unknown): [string, string][] {
  return Object.entries(values as object).map(([name, value]) => [name, String(value)]);
}

type Drawn = {
  names: string[];
  query: unknown;
  header: unknown;
  json: unknown;
  twist: Twist;
  headers: Shot["headers"];
  caller: number;
};

/** The bytes of a file's part, which isn't JSON. */
export const PART = "part";

function toShot({ route, method, pattern, parts }: Route, drawn: Drawn): Shot {
  const { names, twist, caller } = drawn;
  let index = 0;
  const named = pattern.replace(/:(\w+)/g, () => encodeText(names[index++] ?? ""));
  const segments = named.split("/");
  if (twist.kind === "segment") segments[1 + (twist.at % segments.length)] = twist.text;
  const entries = [...textsOf(drawn.query), ...(twist.kind === "query" ? twist.entries : [])];
  const query = entries.map(([name, value]) => `${encodeText(name)}=${encodeText(value)}`).join("&");
  const json = twist.kind === "value" ? withValueAt(drawn.json, twist.at, twist.value) : drawn.json;
  const right = parts.json || twist.kind === "value" ? JSON.stringify(json) : parts.header ? PART : null;
  const whole = twist.kind === "body" ? twist.text : right;
  const body = twist.kind === "cut" ? (whole ?? "{}").slice(0, twist.at) : whole;
  const hasBody = !["GET", "HEAD"].includes(twist.kind === "method" ? twist.method : method);
  return {
    route,
    caller,
    method: twist.kind === "method" ? twist.method : method,
    path: `${segments.join("/")}${query && "?"}${query}`,
    headers: [
      ["content-type", ["application/json"]],
      ...textsOf(drawn.header).map(([name, value]): [string, string[]] => [name, [value]]),
      ...drawn.headers,
    ],
    body: hasBody ? (body ?? (twist.kind === "broken" ? "{}" : null)) : null,
    breaksAt: hasBody && twist.kind === "broken" ? twist.at : null,
  };
}

/** Requests to a route: valid by its schemas, most with something bad in them. */
export function shotsAt(route: Route): fc.Arbitrary<Shot> {
  const { json, query, param, header } = route.parts;
  const given = (schema: z.ZodType | undefined) => (schema ? bySchema(schema) : fc.constant({}));
  const drawn = fc.record({
    names: param
      ? fc.tuple(bySchema(param), anyId).map(([values, id]) => [id, ...textsOf(values).map(([, value]) => value)])
      : fc.array(anyId, { minLength: 3, maxLength: 3 }),
    query: given(query),
    header: given(header),
    json: given(json),
    twist: twists,
    headers: fc.oneof(
      { weight: 3, arbitrary: fc.constant([]) },
      { weight: 1, arbitrary: fc.array(NASTY_HEADERS, { maxLength: 3 }) },
    ),
    caller: fc.nat(),
  });
  return drawn.map((values) => toShot(route, values as Drawn));
}
