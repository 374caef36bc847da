import { screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test } from "vitest";
import { renderAsAdmin, startServer } from "#test/web/admin.tsx";
import { MemberLabels, MemberNotes } from "./member-notes.tsx";

const NOTES = "POST /api/admin/members/ana/notes";
const LABELS = "PUT /api/admin/members/ana/labels";

/** A server that answers a route when told to. */
function startSlowServer(route: string) {
  let answer = () => {};
  const server = startServer({
    [route]: () => new Promise((resolve) => (answer = () => resolve(Response.json({ ok: true })))),
  });
  return { server, answer: () => answer() };
}

test("a note changed while it's being saved stays, and is saved as another note", async () => {
  const { server, answer } = startSlowServer(NOTES);
  await renderAsAdmin(<MemberNotes id="ana" notes={[]} />);
  const field = screen.getByLabelText("New note");
  await userEvent.type(field, "Called");
  await userEvent.click(screen.getByRole("button", { name: "Add note" }));
  await waitFor(() => expect(server.sentTo(NOTES)).toHaveLength(1));
  await userEvent.type(field, " again");
  answer();
  await waitFor(() =>
    expect(screen.getByRole("button", { name: "Add note" }).getAttribute("aria-busy")).not.toBe("true"),
  );
  expect(field).toHaveProperty("value", "Called again");
  await userEvent.click(screen.getByRole("button", { name: "Add note" }));
  await waitFor(() => expect(server.sentTo(NOTES)).toHaveLength(2));
  answer();
  await waitFor(() => expect(field).toHaveProperty("value", ""));
  const [one, other] = server.sentTo(NOTES) as { requestId: string }[];
  expect(one?.requestId).not.toBe(other?.requestId);
});

test("labels are added and removed independently, and a label typed during a save stays in its field", async () => {
  const { server, answer } = startSlowServer(LABELS);
  await renderAsAdmin(<MemberLabels id="ana" labels={["vip"]} />);
  const field = screen.getByLabelText("New label");
  await userEvent.type(field, "Press{Enter}");
  await waitFor(() => expect(server.sentTo(LABELS)).toEqual([{ add: ["press"] }]));
  await userEvent.clear(field);
  await userEvent.type(field, "radio");
  answer();
  const takeOff = screen.getByRole("button", { name: "Remove label vip" });
  await waitFor(() => expect(takeOff.getAttribute("aria-disabled")).toBe("false"));
  expect(field).toHaveProperty("value", "radio");
  await userEvent.click(takeOff);
  // Before the response, because the button may disappear at any moment.
  expect(document.activeElement).toBe(field);
  await waitFor(() => expect(server.sentTo(LABELS)[1]).toEqual({ remove: ["vip"] }));
});
