import { waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { PROFILE } from "#test/answers/profile.ts";
import { openProfile, SAVE } from "#test/web/open-profile.tsx";
import { refusal } from "#test/web/stub-api.ts";

async function edit(answers: Parameters<typeof openProfile>[0] = {}) {
  const screen = openProfile(answers, "/profile#membership");
  const card = within(await screen.findByRole("region", { name: "Your details" }));
  await userEvent.click(card.getByRole("button", { name: "Change name" }));
  const field = await card.findByRole("textbox", { name: "Name" });
  return { ...screen, card, field };
}

test("the form starts with the current name, saves the new one, and shows it", async () => {
  const renamed = { ...PROFILE, firstName: "Ana", lastName: "Lopez 2" };
  const { card, field, calls, findByText } = await edit({ [SAVE]: () => Response.json(renamed) });
  expect(field).toHaveProperty("value", "Ana");
  expect(document.activeElement).toBe(field);
  await userEvent.type(field, " Lopez 2{Enter}");
  await findByText("Profile Updated");
  card.getByText("Ana Lopez 2");
  expect(calls.find(({ method }) => method === "PUT")?.body).toEqual({ name: "Ana Lopez 2" });
  expect(document.activeElement).toBe(card.getByRole("button", { name: "Change name" }));
});

test.for([
  ["{Backspace}", "Enter your name"],
  ["@x.test", `A name can't include @, /, or a web address. Change "${PROFILE.firstName}@x.test".`],
] as const)("an invalid name is refused at its field, case %#", async ([keys, error]) => {
  const { field, card, calls } = await edit();
  await userEvent.type(field, keys === "{Backspace}" ? keys.repeat(3) : keys);
  await userEvent.click(card.getByRole("button", { name: "Save Changes" }));
  card.getByText(error);
  expect(calls.some(({ method }) => method === "PUT")).toBe(false);
  await userEvent.click(card.getByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(card.queryByRole("textbox")).toBeNull());
  card.getByText("Ana");
});

test("a name that the server refuses stays in the field", async () => {
  const { field, card, findByText } = await edit({
    [SAVE]: () => refusal(400, "validation", "Your name contains characters that can't be shown"),
  });
  await userEvent.type(field, "x");
  await userEvent.click(card.getByRole("button", { name: "Save Changes" }));
  await findByText("Update Failed");
  expect(card.getByRole("textbox", { name: "Name" })).toHaveProperty("value", "Anax");
});
