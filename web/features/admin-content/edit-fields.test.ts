import { expect, test } from "vitest";
import { ApiError } from "../../lib/api-error.ts";
import { fieldErrors } from "./edit-fields.ts";

const values = { title: "Own it", description: "", youtubeUrl: "", status: "draft" } as const;

test("fields that the contract accepts have no errors, an empty video address included", () => {
  expect(fieldErrors(values, null)).toEqual({});
});

test("a blank title is named with the contract's message", () => {
  expect(fieldErrors({ ...values, title: "  " }, null)).toEqual({ title: "Title is required" });
});

test("a refused save shows the server's word at its field", () => {
  const refusal = new ApiError(400, "Please check the form", {
    fields: { youtubeUrl: "Not an address we know", other: "x" },
  });
  expect(fieldErrors(values, refusal)).toEqual({ youtubeUrl: "Not an address we know" });
  expect(fieldErrors(values, new TypeError("Failed to fetch"))).toEqual({});
});
