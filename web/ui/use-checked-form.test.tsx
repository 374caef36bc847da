import { cleanup, render } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test } from "vitest";
import { ApiError } from "../lib/api-error.ts";
import { TextField } from "./field.tsx";
import { useCheckedForm } from "./use-checked-form.ts";

afterEach(cleanup);

const required = (text: string) => (text === "" ? "Required" : null);

function Form({ refused, send }: { refused?: Record<string, string>; send: (values: object) => void }) {
  const { form, field } = useCheckedForm(
    { name: ({ name }) => required(name), town: ({ town }) => required(town) },
    (values) => send(values),
    refused && new ApiError(422, "", { fields: refused }),
  );
  return (
    <form {...form}>
      <TextField label="Name" defaultValue="Ana" {...field("name")} />
      <TextField label="Town" {...field("town")} />
      <button type="submit">Send</button>
    </form>
  );
}

test("a form with an invalid field sends nothing, and the field keeps focus until it's valid", async () => {
  const sent: object[] = [];
  const { getByRole, getByLabelText, queryByText } = render(<Form send={(values) => sent.push(values)} />);
  await userEvent.click(getByRole("button"));
  expect(document.activeElement).toBe(getByLabelText("Town"));
  expect(queryByText("Required")).toBeTruthy();
  await userEvent.keyboard("Rome");
  expect(queryByText("Required")).toBeNull();
  expect(sent).toEqual([]);
  await userEvent.keyboard("{Enter}");
  expect(sent).toEqual([{ name: "Ana", town: "Rome" }]);
});

test("a server refusal stays beside its field until that field changes, and a new refusal shows again", async () => {
  const refusal = { name: "Taken", town: "Unknown" };
  const { getByLabelText, queryByText, rerender } = render(<Form send={() => {}} refused={refusal} />);
  expect([queryByText("Taken"), queryByText("Unknown")]).not.toContain(null);
  await userEvent.type(getByLabelText("Town"), "R");
  expect(queryByText("Unknown")).toBeNull();
  expect(queryByText("Taken")).toBeTruthy();
  rerender(<Form send={() => {}} refused={{ ...refusal }} />);
  expect(queryByText("Unknown")).toBeTruthy();
});

test("a field's error goes as soon as it's edited, even if it's still wrong", async () => {
  const { getByRole, getByLabelText, queryAllByText } = render(<Form send={() => {}} />);
  await userEvent.clear(getByLabelText("Name"));
  await userEvent.click(getByRole("button"));
  expect(queryAllByText("Required")).toHaveLength(2);
  await userEvent.type(getByLabelText("Name"), "A{Backspace}");
  expect(queryAllByText("Required")).toHaveLength(1);
});
