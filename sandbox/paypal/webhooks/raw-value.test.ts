import { expect, test } from "vitest";
import { rawValueOf } from "./raw-value.ts";

test.each([
  ['{"a":1,"webhook_event":{"x":"}\\"","y":[1,{"z":2}]},"b":2}', '{"x":"}\\"","y":[1,{"z":2}]}'],
  ['{ "webhook_event" :  {"a": 1.0}  }', '{"a": 1.0}'],
  ['{"b":{"webhook_event":1},"webhook_event":"text, with {"}', '"text, with {"'],
  ['{"webhook_events":1}', null],
])("the event in %s is extracted byte for byte", (json, wanted) => {
  expect(rawValueOf(json, "webhook_event")).toBe(wanted);
});
