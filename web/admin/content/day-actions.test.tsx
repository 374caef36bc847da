import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { contentItem } from "#test/answers/content.ts";
import { renderAsAdmin, startLibrary } from "#test/web/admin.tsx";
import { DayActions } from "./day-actions.tsx";

test("a copy defaults to the first free day and can't go onto a taken one", async () => {
  const item = contentItem({ date: "2027-05-04", title: "Rise" });
  const taken = contentItem({ date: "2027-05-05", title: "Taken" });
  const server = startLibrary(item, taken);
  const planned = { gaps: [], isEmpty: false, fallback: null };
  const media = { hasAudio: true, hasVideo: false, hasDescription: true };
  const days = [
    { ...planned, date: "2027-05-03", item: null },
    { ...planned, date: "2027-05-05", item: { ...taken, ...media } },
    { ...planned, date: "2027-05-06", item: null },
  ];
  server.routes["GET /api/content/runway"] = () => Response.json({ days });
  await renderAsAdmin(<DayActions item={item} onOpen={() => undefined} onDeleted={() => undefined} />);
  const date = screen.getByLabelText("New date");
  await waitFor(() => expect(date).toHaveProperty("value", "2027-05-06"));
  fireEvent.change(date, { target: { value: "2027-05-05" } });
  expect(await screen.findByText("There's already a session on Wednesday, May 5, 2027.")).toBeTruthy();
  for (const name of ["Duplicate", "Move"])
    expect(screen.getByRole("button", { name })).toHaveProperty("disabled", true);
});

test("if the next day is taken and no free one is known, another day is asked for, and nothing is wrong yet", async () => {
  const [item, next] = [contentItem({ date: "2027-08-04" }), contentItem({ date: "2027-08-05" })];
  startLibrary(item, next);
  await renderAsAdmin(<DayActions item={item} onOpen={() => undefined} onDeleted={() => undefined} />);
  const date = screen.getByLabelText("New date");
  expect(await screen.findByText("Choose a different day")).toBeTruthy();
  expect(date).toHaveProperty("value", "2027-08-05");
  expect(date.getAttribute("aria-invalid")).toBeNull();
});
