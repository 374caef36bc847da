import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test } from "vitest";
import type { LiveEvent, LiveEventList } from "#domain/contract/live-events.ts";
import { failure, renderAsAdmin, startServer } from "#test/web/admin.tsx";
import { LiveEventsTab } from "./live-events-tab.tsx";

const LIST = "GET /api/admin/live-events";
const POST = "POST /api/admin/live-events";

const COMING: LiveEvent = {
  id: crypto.randomUUID(),
  title: "Strike hour",
  startsAt: "2027-03-12T18:30:00.000Z",
  url: "https://live.example.org/strike",
  note: "Bring water.",
};
const ONE = `/api/admin/live-events/${COMING.id}`;

async function open(list: Partial<LiveEventList> = {}, routes: Parameters<typeof startServer>[0] = {}) {
  const events = { coming: [], past: [], drafts: [], isMissing: false, ...list };
  const server = startServer({ [LIST]: () => Response.json(events), ...routes });
  await renderAsAdmin(<LiveEventsTab />);
  return { server, events, user: userEvent.setup() };
}

const announce = () => screen.findByRole("button", { name: "Schedule live event" });
const field = (name: string | RegExp) => within(screen.getByRole("dialog")).getByLabelText(name);
const press = (user: ReturnType<typeof userEvent.setup>, name: string) =>
  user.click(within(screen.getByRole("dialog")).getByRole("button", { name }));

test("a live event is announced with its exact time, and the list is reloaded", async () => {
  const { user, server, events } = await open({ isMissing: true }, { [POST]: () => Response.json(COMING) });
  expect(await screen.findByText(/No live event in the next three months/)).toBeTruthy();
  await user.click(await announce());
  await user.type(field("Title"), "Strike hour");
  fireEvent.change(field("Date and time"), { target: { value: "2027-03-12T18:30" } });
  expect(
    within(screen.getByRole("dialog")).getByText(/^Your time zone \(.+\)\. That's Mar .* Central\.$/),
  ).toBeTruthy();
  await user.type(field("Link"), COMING.url);
  await user.type(field("Note"), COMING.note);
  Object.assign(events, { coming: [COMING], isMissing: false });
  await press(user, "Schedule live event");
  expect(await screen.findByText("Live event scheduled")).toBeTruthy();
  const list = await screen.findByRole("list", { name: "Upcoming" });
  expect(within(list).getByText("Strike hour")).toBeTruthy();
  expect(within(list).getByText("Mar 12, 2027, 12:30 PM Central")).toBeTruthy();
  expect(server.sentTo(POST)).toEqual([
    {
      requestId: expect.any(String),
      title: "Strike hour",
      startsAt: new Date("2027-03-12T18:30").toISOString(),
      url: COMING.url,
      note: COMING.note,
    },
  ]);
});

test("missing or refused input is reported at its field, and a repeated request keeps its ID", async () => {
  const refusals = [
    failure(500, ""),
    failure(400, "This time has passed.", "validation", { startsAt: "This time has passed." }),
  ];
  const { user, server } = await open({}, { [POST]: () => refusals.shift() ?? failure(500, "") });
  await user.click(await announce());
  await press(user, "Schedule live event");
  for (const text of ["Title is required", "Enter a date and time", "Enter a link that starts with https://"]) {
    expect(await screen.findByText(text)).toBeTruthy();
  }
  await user.type(field("Title"), "Strike hour");
  fireEvent.change(field("Date and time"), { target: { value: "2020-03-12T18:30" } });
  await user.type(field("Link"), COMING.url);
  await press(user, "Schedule live event");
  expect(await screen.findByText(/Your changes are still here/)).toBeTruthy();
  await press(user, "Schedule live event");
  expect(await screen.findAllByText("This time has passed.")).toHaveLength(2);
  const [first, second] = server.sentTo(POST) as { requestId: string }[];
  expect(first?.requestId).toBe(second?.requestId);
  await user.type(field("Title"), "!");
  await press(user, "Schedule live event");
  await waitFor(() => expect(server.sentTo(POST)).toHaveLength(3));
  expect((server.sentTo(POST)[2] as { requestId: string }).requestId).not.toBe(first?.requestId);
});

test("closing a form with typed text asks first, and an empty form closes right away", async () => {
  const { user } = await open();
  await user.click(await announce());
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await user.click(await announce());
  await user.type(field("Title"), "Half a thought");
  await press(user, "Cancel");
  const question = within(await screen.findByRole("dialog", { name: "Discard your changes?" }));
  await user.click(question.getByRole("button", { name: "Keep editing" }));
  expect(field("Title")).toHaveProperty("value", "Half a thought");
  await user.keyboard("{Escape}");
  await press(user, "Discard changes");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("text typed while an event is being announced stays, and is saved as a change to that event", async () => {
  let answer = (_: Response) => {};
  const { user, server } = await open(
    {},
    { [POST]: () => new Promise((resolve) => (answer = resolve)), [`PUT ${ONE}`]: () => Response.json(COMING) },
  );
  await user.click(await announce());
  await user.type(field("Title"), "Strike hour");
  fireEvent.change(field("Date and time"), { target: { value: "2027-03-12T18:30" } });
  await user.type(field("Link"), COMING.url);
  await press(user, "Schedule live event");
  await waitFor(() => expect(server.sentTo(POST)).toHaveLength(1));
  await user.type(field("Note"), "Bring tea.");
  answer(Response.json(COMING));
  await screen.findByRole("button", { name: "Save" });
  expect(field("Note")).toHaveProperty("value", "Bring tea.");
  await press(user, "Save");
  await waitFor(() =>
    expect(server.sentTo(`PUT ${ONE}`)).toMatchObject([{ title: "Strike hour", note: "Bring tea." }]),
  );
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await user.click(await announce());
  expect(field("Title")).toHaveProperty("value", "");
});

test("an event is updated with all its fields, and cancelled after a confirmation", async () => {
  const { user, server, events } = await open(
    { coming: [COMING] },
    { [`PUT ${ONE}`]: () => Response.json(COMING), [`DELETE ${ONE}`]: () => Response.json({ ok: true }) },
  );
  await user.click(await screen.findByRole("button", { name: "Edit Strike hour" }));
  await user.clear(field("Note"));
  await press(user, "Save");
  expect(await screen.findByText("Live event saved")).toBeTruthy();
  const { id: _, ...words } = COMING;
  expect(server.sentTo(`PUT ${ONE}`)).toEqual([{ ...words, note: "" }]);

  await user.click(await screen.findByRole("button", { name: "Cancel event: Strike hour" }));
  const hrefOf = (name: string) => screen.getByRole("link", { name }).getAttribute("href");
  expect([hrefOf("annual members"), hrefOf("annual gifts")]).toEqual([
    "/admin?tab=members&type=annual",
    "/admin?tab=members&type=gift",
  ]);
  await press(user, "Keep event");
  expect(server.sentTo(`DELETE ${ONE}`)).toHaveLength(0);
  await user.click(await screen.findByRole("button", { name: "Cancel event: Strike hour" }));
  events.coming = [];
  await press(user, "Cancel event");
  expect(await screen.findByText("Live event cancelled")).toBeTruthy();
  await waitFor(() => expect(screen.queryByText("Strike hour")).toBeNull());
});

test("past events are listed separately and can't be changed, and a list that fails to load can be retried", async () => {
  let list = () => failure(400, "Sorry.", "validation");
  const { user } = await open({}, { [LIST]: () => list() });
  const again = await screen.findByRole("button", { name: "Try again" });
  list = () => Response.json({ coming: [], past: [COMING], drafts: [], isMissing: false });
  await user.click(again);
  const past = within(await screen.findByRole("region", { name: "Last 90 days" }));
  expect(past.getByText("Strike hour")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Edit Strike hour" })).toBeNull();
});
