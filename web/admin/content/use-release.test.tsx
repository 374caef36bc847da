import { screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { getDefaultStore } from "jotai";
import { expect, test } from "vitest";
import { contentItem } from "#test/answers/content.ts";
import { failure, startLibrary, writeAtOnce } from "#test/web/admin.tsx";
import { showDay } from "#test/web/editor.tsx";
import { toastAtom } from "../../ui/use-toast.ts";

let day = 0;
/** An item on a date that no other test uses. */
function freshItem(overrides = {}) {
  day += 1;
  return contentItem({ date: `2027-07-${String(day).padStart(2, "0")}`, ...overrides });
}

async function openEditor(item = freshItem()) {
  const user = userEvent.setup();
  const server = startLibrary(item);
  const { editor, ...view } = await showDay(item);
  await editor.findByDisplayValue(item.title);
  return { user, server, view, item, editor, put: `PUT /api/content/${item.id}` };
}

const FAILED = { check: "Media", result: "fail", message: "No audio or video." };
const PASSED = { check: "Description", result: "pass", message: "It is long enough." };
const preflightOf = ({ id }: { id: string }) => `GET /api/content/${id}/preflight`;

test("a draft is published right away with its passed checks shown, and Hidden and transcript are saved", async () => {
  const { user, server, editor, item } = await openEditor();
  server.routes[preflightOf(item)] = () => Response.json([PASSED]);
  await user.selectOptions(editor.getByLabelText("Status"), "Published");
  expect(await screen.findByText("Content Updated")).toBeTruthy();
  expect(await editor.findByText(PASSED.message)).toBeTruthy();
  await user.click(editor.getByRole("switch", { name: "Hidden" }));
  await writeAtOnce(user, editor.getByLabelText("Transcript"), "Feet on the floor.");
  await waitFor(() =>
    expect(item).toMatchObject({ status: "published", hidden: true, transcript: "Feet on the floor.", version: 4 }),
  );
});

test.for<[string, () => Response, (verb: string) => string]>([
  ["a check fails", () => Response.json([PASSED, FAILED]), () => FAILED.message],
  ["the checks do not run", () => failure(500, "Broken"), (verb) => `The checks couldn't run. ${verb} anyway?`],
])("if %s, a draft is released only after confirmation", async ([, checks, words]) => {
  const { user, server, editor, item } = await openEditor();
  let checked = "";
  server.routes[preflightOf(item)] = () => {
    checked = item.title;
    return checks();
  };
  await user.type(editor.getByLabelText("Title"), "!");
  await user.selectOptions(editor.getByLabelText("Status"), "Published");
  await editor.findByText(words("Publish"));
  expect(editor.getByRole("button", { name: "Publish anyway" })).toBeTruthy();
  expect(checked).toBe("Own the morning!");
  expect(item.status).toBe("draft");
  await user.click(editor.getByRole("button", { name: "Cancel" }));
  expect(editor.getByLabelText("Status")).toHaveProperty("value", "draft");
  await user.selectOptions(editor.getByLabelText("Status"), "Scheduled");
  await editor.findByText(words("Schedule"));
  await user.click(editor.getByRole("button", { name: "Schedule anyway" }));
  await waitFor(() => expect(item.status).toBe("scheduled"));
  expect(editor.queryByText(/anyway$/)).toBeNull();
});

test("a draft left during its checks is published if they pass; otherwise a toast says it wasn't", async () => {
  for (const [lines, title, status] of [
    [[PASSED], "Content Updated", "published"],
    [[FAILED], "Not published", "draft"],
  ] as const) {
    const { user, server, view, editor, item } = await openEditor();
    let answer = (_: Response) => {};
    const before = server.sentTo(preflightOf(item)).length;
    server.routes[preflightOf(item)] = () => new Promise((resolve) => (answer = resolve));
    await user.selectOptions(editor.getByLabelText("Status"), "Published");
    await waitFor(() => expect(server.sentTo(preflightOf(item))).toHaveLength(before + 1));
    view.unmount();
    answer(Response.json(lines));
    await waitFor(() => expect(getDefaultStore().get(toastAtom)?.title).toBe(title));
    expect(item.status).toBe(status);
  }
});
