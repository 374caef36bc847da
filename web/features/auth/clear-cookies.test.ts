import { expect, test } from "vitest";
import { cookieNames } from "./clear-cookies.ts";

test("names are read from a cookie text, values with an equals sign included", () => {
  expect(cookieNames("a=1; theme=dark=blue;  flag")).toEqual(["a", "theme", "flag"]);
  expect(cookieNames("")).toEqual([]);
});
