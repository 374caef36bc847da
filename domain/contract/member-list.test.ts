import { expect, test } from "vitest";
import { chosenText } from "../rules/segment.ts";
import { memberFilter } from "./member-list.ts";

test("spaces around and between a search's words, or alone, don't make another segment", () => {
  expect(memberFilter.parse({ q: "  ana \u00a0 lopez " })).toEqual({ q: "ana lopez" });
  expect(chosenText(memberFilter.parse({ q: "   " }))).toBe("Everyone");
});
