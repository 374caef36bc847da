import { onlineManager } from "@tanstack/react-query";
import { fireEvent, waitFor } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { failure, writeAtOnce } from "#test/web/admin.tsx";
import { openEditor, showDay } from "#test/web/editor.tsx";

afterEach(() => onlineManager.setOnline(true));

const writeTitle = ({ editor }: Pick<Awaited<ReturnType<typeof openEditor>>, "editor">, value: string) => {
  const field = editor.getByLabelText("Title");
  fireEvent.change(field, { target: { value } });
  fireEvent.blur(field);
};

test("saves of a session run one at a time, each with the version from the previous save", async () => {
  const page = await openEditor();
  const { server, editor, item, put, works } = page;
  const answers: (() => void)[] = [];
  server.routes[put] = (call) => new Promise((resolve) => answers.push(() => resolve(works(call))));
  writeTitle(page, "First");
  await waitFor(() => expect(answers).toHaveLength(1));
  expect(editor.getByText("Saving...")).toBeTruthy();
  writeTitle(page, "Second");
  writeTitle(page, "Third");
  expect(server.sentTo(put)).toHaveLength(1);
  answers[0]?.();
  await waitFor(() => expect(answers).toHaveLength(2));
  expect(server.sentTo(put)).toMatchObject([
    { title: "First", version: 1 },
    { title: "Third", version: 2 },
  ]);
  answers[1]?.();
  await editor.findByText("Saved");
  expect(item).toMatchObject({ title: "Third", version: 3 });
  expect(server.sentTo(put)).toHaveLength(2);
});

test("text changed back while its change is being saved is saved again", async () => {
  const page = await openEditor();
  const { server, editor, item, put, works } = page;
  let answer = () => {};
  server.routes[put] = (call) => new Promise((resolve) => (answer = () => resolve(works(call))));
  writeTitle(page, "Changed");
  await waitFor(() => expect(server.sentTo(put)).toHaveLength(1));
  writeTitle(page, "Own the morning");
  server.routes[put] = works;
  answer();
  await waitFor(() => expect(item).toMatchObject({ title: "Own the morning", version: 3 }));
  expect(editor.getByLabelText("Title")).toHaveProperty("value", "Own the morning");
});

test("the server's normalized text doesn't change the text being typed", async () => {
  const { user, editor, item } = await openEditor();
  await user.type(editor.getByLabelText("Title"), " now ");
  await waitFor(() => expect(item.title).toBe("Own the morning now"));
  await editor.findByText("Saved");
  await user.type(editor.getByLabelText("Title"), "or never");
  await user.tab();
  await waitFor(() => expect(item.title).toBe("Own the morning now or never"));
});

test("an offline save says it's waiting, and sends all typed text once the connection is back", async () => {
  const page = await openEditor();
  const { user, server, editor, item, put } = page;
  onlineManager.setOnline(false);
  writeTitle(page, "Typed offline");
  await editor.findByText("Waiting for a connection to save");
  await writeAtOnce(user, editor.getByLabelText("Description"), "This, too.");
  expect(server.sentTo(put)).toEqual([]);
  expect(sessionStorage.getItem("kept:Sessions")).toContain("Typed offline");
  onlineManager.setOnline(true);
  await editor.findByText("Saved");
  expect(item).toMatchObject({ title: "Typed offline", description: "This, too.", version: 2 });
  expect(server.sentTo(put)).toHaveLength(1);
});

test("a save waits rather than fails if the connection drops during it", async () => {
  const page = await openEditor();
  const { server, editor, item, put, works } = page;
  server.routes[put] = () => {
    onlineManager.setOnline(false);
    server.routes[put] = works;
    return Promise.reject(new TypeError("Failed to fetch"));
  };
  writeTitle(page, "On a train");
  await editor.findByText("Waiting for a connection to save");
  onlineManager.setOnline(true);
  await waitFor(() => expect(item.title).toBe("On a train"));
  await editor.findByText("Saved");
});

test("a failed save isn't retried automatically, and Discard changes shows the stored text", async () => {
  const page = await openEditor();
  const { user, server, editor, put } = page;
  server.routes[put] = () => failure(503, "Later");
  writeTitle(page, "Typed");
  await editor.findByText(/^Couldn't save:/);
  const sent = server.sentTo(put).length;
  await new Promise((resolve) => setTimeout(resolve, 1000));
  expect(server.sentTo(put)).toHaveLength(sent);
  await user.click(editor.getByRole("button", { name: "Discard changes" }));
  expect(editor.getByLabelText("Title")).toHaveProperty("value", "Own the morning");
  expect(editor.getByText("All changes saved")).toBeTruthy();
});

test("leaving an unchanged field sends nothing", async () => {
  const { user, server, editor, item, put } = await openEditor();
  await user.click(editor.getByLabelText("Title"));
  await user.tab();
  await showDay(item);
  expect(server.sentTo(put)).toEqual([]);
});
