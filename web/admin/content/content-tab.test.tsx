import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { type UserEvent, userEvent } from "@testing-library/user-event";
import { useLocation } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import type { CalendarDay, LibraryItem } from "#domain/contract/content/library.ts";
import { addDays, formatLongDate } from "#domain/rules/calendar-days.ts";
import { contentItem } from "#test/answers/content.ts";
import { failure, renderAsAdmin, startLibrary } from "#test/web/admin.tsx";
import { productToday } from "./content-address.ts";
import { ContentTab } from "./content-tab.tsx";

const TODAY = productToday();

afterEach(() => localStorage.removeItem("device:content_view"));

function Address() {
  return <output>{useLocation().search}</output>;
}

function dayOf(item: LibraryItem): CalendarDay {
  const { id, date, title, status, hidden, emailSent } = item;
  return { id, date, title, status, hidden, emailSent, hasAudio: true, hasVideo: false, hasDescription: true };
}

async function openTab(items: LibraryItem[], address = "/admin?tab=content&month=2027-05") {
  const user = userEvent.setup();
  const server = startLibrary(...items);
  server.routes["GET /api/content/calendar"] = ({ path }) => {
    const month = new URLSearchParams(path.split("?")[1]).get("month") ?? "";
    return Response.json(items.filter(({ date }) => date.startsWith(month)).map(dayOf));
  };
  await renderAsAdmin(
    <>
      <ContentTab />
      <Address />
    </>,
    address,
  );
  return { user, server };
}

const LIST = "/admin?tab=content&view=list&month=2027-05";

async function pick(user: UserEvent, action: string) {
  await user.click(screen.getByRole("button", { name: "More" }));
  await user.click(await screen.findByRole("menuitem", { name: action }));
}

const cell = (date: string) => screen.findByRole("button", { name: new RegExp(`^${formatLongDate(date)}:`) });

test("the calendar shows what each day holds, and clicking a day opens it and updates the URL", async () => {
  const item = contentItem({ date: "2027-05-04", title: "Rise", status: "published" });
  const { user } = await openTab([item]);
  expect(await screen.findByRole("button", { name: "Tuesday, May 4, 2027: Rise, published, audio" })).toBe(
    await cell("2027-05-04"),
  );
  expect(await screen.findByRole("button", { name: "Wednesday, May 5, 2027: no session" })).toBe(
    await cell("2027-05-05"),
  );
  await user.click(await cell("2027-05-04"));
  const drawer = within(await screen.findByRole("dialog", { name: "Tuesday, May 4, 2027" }));
  expect(await drawer.findByDisplayValue("Rise")).toBeTruthy();
  expect(screen.getByText("?tab=content&month=2027-05&day=2027-05-04")).toBeTruthy();
  const open = screen.getByRole("button", { name: /^Tuesday, May 4, 2027:/, hidden: true });
  expect(open.getAttribute("aria-current")).toBe("true");
  await user.click(drawer.getByRole("button", { name: "Close" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(screen.getByText("?tab=content&month=2027-05")).toBeTruthy();
});

test("the calendar is one Tab stop, and arrow keys move between days, even past the month's end", async () => {
  const { user } = await openTab([]);
  const first = await cell("2027-05-01");
  first.focus();
  expect(screen.getByRole("grid").querySelectorAll('[tabindex="0"]')).toHaveLength(1);
  await user.keyboard("{ArrowDown}{ArrowRight}");
  expect(document.activeElement).toBe(await cell("2027-05-09"));
  await user.keyboard("{ArrowUp}{ArrowUp}");
  await waitFor(() => expect(screen.getByRole("grid", { name: "April 2027" })).toBeTruthy());
  await waitFor(async () => expect(document.activeElement).toBe(await cell("2027-04-25")));
  expect(screen.getByText(/month=2027-04/)).toBeTruthy();
  await user.keyboard("{Enter}");
  await screen.findByRole("dialog", { name: "Sunday, April 25, 2027" });
  await user.keyboard("{Escape}");
  await waitFor(async () => expect(document.activeElement).toBe(await cell("2027-04-25")));
});

test("a month that is still loading isn't called empty", async () => {
  const { user, server } = await openTab([]);
  await cell("2027-05-01");
  let answer = (_items: Response) => {};
  server.routes["GET /api/content/calendar"] = () => new Promise((resolve) => (answer = resolve));
  await user.click(screen.getByRole("button", { name: "Next month" }));
  expect(await screen.findByRole("button", { name: "Tuesday, June 1, 2027: loading" })).toBe(await cell("2027-06-01"));
  await waitFor(() => {
    answer(Response.json([]));
    expect(screen.getByRole("button", { name: "Tuesday, June 1, 2027: no session" })).toBeTruthy();
  });
});

test("creating a session on an empty day opens it", async () => {
  const { user, server } = await openTab([]);
  const created = contentItem({ date: "2027-05-06", title: "Fresh" });
  server.routes["POST /api/content"] = () => Response.json(created, { status: 201 });
  await user.click(await cell("2027-05-06"));
  const drawer = within(await screen.findByRole("dialog"));
  const date = await drawer.findByLabelText("Date");
  expect(date).toHaveProperty("value", "2027-05-06");
  server.routes["GET /api/content/date/2027-05-06"] = () => Response.json(created);
  await user.type(drawer.getByLabelText("Title"), "Fresh");
  await user.click(drawer.getByRole("button", { name: "Create session" }));
  expect(await screen.findByText("Content Created")).toBeTruthy();
  expect(server.sentTo("POST /api/content")).toMatchObject([{ date: "2027-05-06", title: "Fresh" }]);
  expect(await drawer.findByRole("button", { name: "Preview Email" })).toBeTruthy();
});

test("rows show Sent, Not sent, or Pending by date, and mark sessions that members never see", async () => {
  await openTab(
    [
      contentItem({ date: addDays(TODAY, 3), title: "Coming", hidden: true, status: "published" }),
      contentItem({ date: TODAY, title: "Now" }),
      contentItem({ date: addDays(TODAY, -1), title: "Yesterday" }),
      contentItem({ date: addDays(TODAY, -2), title: "Delivered", emailSent: true }),
      contentItem({ date: addDays(TODAY, -3), title: "Unsent", status: "published" }),
      contentItem({ date: "2025-08-01", title: "Early", emailSent: false }),
    ],
    LIST,
  );
  const row = async (title: string) => within(await screen.findByRole("row", { name: new RegExp(title) }));
  expect((await row("Coming")).getByText("Pending")).toBeTruthy();
  expect((await row("Coming")).getByText("Hidden from members")).toBeTruthy();
  expect((await row("Coming")).getByText("if shown")).toBeTruthy();
  expect((await row("Now")).getByText("Pending")).toBeTruthy();
  expect((await row("Now")).getByText("if published")).toBeTruthy();
  expect((await row("Yesterday")).getByText("Not sent")).toBeTruthy();
  expect((await row("Yesterday")).queryByText("See Delivery")).toBeNull();
  expect((await row("Unsent")).getByText("See Delivery").getAttribute("href")).toBe(
    `/admin?tab=delivery&date=${addDays(TODAY, -3)}`,
  );
  expect((await row("Delivered")).getByText("Sent")).toBeTruthy();
  expect((await row("Early")).getByText(/^Before launch/)).toBeTruthy();
});

test("the library loads page by page and is filtered on the server", async () => {
  const items = Array.from({ length: 35 }, (_, index) => contentItem({ date: addDays("2027-05-01", -index) }));
  const { user, server } = await openTab([], LIST);
  const asked: string[] = [];
  server.routes["GET /api/content/all"] = ({ path }) => {
    const query = new URLSearchParams(path.split("?")[1]);
    asked.push(query.toString());
    const cursor = query.get("cursor") ?? "9999";
    return Response.json(items.filter(({ date }) => date < cursor).slice(0, 30));
  };
  await user.selectOptions(screen.getByLabelText("Filter by status"), "Draft");
  const table = await screen.findByRole("table", { name: "Content library" });
  await waitFor(() => expect(within(table).getAllByRole("row")).toHaveLength(31));
  await user.click(screen.getByRole("button", { name: "Show more" }));
  await waitFor(() => expect(within(table).getAllByRole("row")).toHaveLength(36));
  expect(screen.queryByRole("button", { name: "Show more" })).toBeNull();
  expect(asked).toContain(`limit=30&cursor=${items[29]?.date}&status=draft`);
});

test("a session can be checked, reverted, duplicated, deleted, and restored onto another day", async () => {
  const item = contentItem({ date: "2027-05-04", title: "Rise" });
  const { user, server } = await openTab([item], "/admin?tab=content&day=2027-05-04");
  const path = `/api/content/${item.id}`;
  server.routes[`GET ${path}/preflight`] = () =>
    Response.json([
      { check: "Text version", result: "warning", message: "No transcript." },
      { check: "Media", result: "fail", message: "No audio or video. Choose a file." },
    ]);
  const revision = {
    version: 1,
    replacedAt: "2026-11-21T00:00:00.000Z",
    title: "Older",
    description: "",
    status: "scheduled",
  };
  server.routes[`GET ${path}/revisions`] = () => Response.json([{ ...revision, changed: ["title", "status"] }]);
  server.routes[`POST ${path}/revisions/1/restore`] = () => {
    Object.assign(item, { title: "Older", version: 2 });
    return Response.json(item);
  };
  const drawer = within(await screen.findByRole("dialog"));
  await drawer.findByLabelText("Title");
  await pick(user, "Preflight");
  expect(await drawer.findByText(/Choose a file/)).toBeTruthy();
  expect(drawer.getByText("No transcript.")).toBeTruthy();
  await pick(user, "Earlier versions");
  expect(await drawer.findByText("Title: Older → Rise")).toBeTruthy();
  expect(drawer.getByText("Status: Scheduled → Draft")).toBeTruthy();
  await user.click(await drawer.findByRole("button", { name: /^Restore version/ }));
  await waitFor(() => expect(drawer.getByLabelText("Title")).toHaveProperty("value", "Older"));

  server.routes[`POST ${path}/duplicate`] = () =>
    failure(409, "There's already a session on Wednesday, May 5, 2027.", "conflict");
  server.routes[`DELETE ${path}`] = () => Response.json({ ok: true });
  await pick(user, "Duplicate, move, or delete");
  await user.click(drawer.getByRole("button", { name: "Duplicate" }));
  expect(await drawer.findByText("There's already a session on Wednesday, May 5, 2027.")).toBeTruthy();
  expect(server.sentTo(`POST ${path}/duplicate`)).toEqual([{ date: "2027-05-05" }]);
  const deleted = { id: item.id, date: item.date, title: "Older", deletedAt: revision.replacedAt };
  server.routes["GET /api/content/deleted"] = () =>
    Response.json([{ ...deleted, keptUntil: "2026-12-21T00:00:00.000Z" }]);
  await user.click(drawer.getByRole("button", { name: "Delete session" }));
  const question = within(await screen.findByRole("dialog", { name: "Delete this session?" }));
  await user.click(question.getByRole("button", { name: "Delete session" }));
  expect(await screen.findByText("Session deleted")).toBeTruthy();

  server.routes[`POST ${path}/restore`] = () =>
    failure(409, "Taken", "conflict", { date: "This day already has a session." });
  await waitFor(() => expect(document.body.style.pointerEvents).not.toBe("none"));
  const trash = within(await screen.findByRole("region", { name: "Deleted sessions" }));
  await user.click(trash.getByRole("button", { name: "Restore Older, Tuesday, May 4, 2027" }));
  const other = await trash.findByLabelText("Restore to another day");
  expect(other.compareDocumentPosition(trash.getByText("Restore"))).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  await user.clear(other);
  await user.type(other, "2027-05-20");
  await user.click(trash.getByRole("button", { name: "Restore Older, Tuesday, May 4, 2027" }));
  await waitFor(() =>
    expect(server.sentTo(`POST ${path}/restore`)).toEqual([{ date: item.date }, { date: "2027-05-20" }]),
  );
});

const deferred = () => {
  let answer = (_: Response) => {};
  const route = () => new Promise<Response>((resolve) => (answer = resolve));
  return { route, answer: (response: Response) => answer(response) };
};
/** Waits for a response and its effects. */
const settled = () => act(() => new Promise((resolve) => setTimeout(resolve, 50)));

test("search text shows each letter as it's typed, and the search runs once typing pauses", async () => {
  const { server } = await openTab([contentItem({ title: "Rise" })], LIST);
  const field = (await screen.findByLabelText("Search titles")) as HTMLInputElement;
  const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set;
  // As in a browser, where a URL change renders later than the key press.
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", false);
  for (const letter of "rise early") {
    setValue?.call(field, field.value + letter);
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }
  expect(field.value).toBe("rise early");
  await waitFor(() => expect(window.location.search).toContain("search=rise+early"));
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  const searches = server.calls.flatMap(({ path }) => new URLSearchParams(path.split("?")[1]).get("search") ?? []);
  await waitFor(() => expect(new Set(searches).size).toBeLessThanOrEqual(1));
});

test("a half-typed month in a plain text field filters nothing and shows the expected format", async () => {
  const { server } = await openTab([contentItem()], LIST);
  const field = await screen.findByLabelText("Month");
  field.setAttribute("type", "text");
  fireEvent.change(field, { target: { value: "2027-5" } });
  fireEvent.blur(field);
  expect(await screen.findByText("Enter a month like 2026-11")).toBeTruthy();
  fireEvent.change(field, { target: { value: "2027-05" } });
  await waitFor(() => expect(window.location.search).toContain("in=2027-05"));
  const months = server.calls.flatMap(({ path }) =>
    path.startsWith("/api/content/all") ? (new URLSearchParams(path.split("?")[1]).get("month") ?? []) : [],
  );
  expect(new Set(months)).toEqual(new Set(["2027-05"]));
});

test.for([
  ["another tab is open", "/admin?tab=members"],
  ["another day is open", "/admin?tab=content&month=2027-05&day=2027-05-20"],
])("a slow create response doesn't navigate back if %s by then", async ([, address]) => {
  const item = contentItem({ date: "2027-05-04", title: "Rise" });
  const { user, server } = await openTab([item], "/admin?tab=content&month=2027-05&day=2027-05-06");
  const create = deferred();
  server.routes["POST /api/content"] = create.route;
  const drawer = within(await screen.findByRole("dialog"));
  await user.type(await drawer.findByLabelText("Title"), "Fresh");
  await user.click(drawer.getByRole("button", { name: "Create session" }));
  await waitFor(() => expect(server.sentTo("POST /api/content")).toHaveLength(1));
  act(() => {
    window.history.pushState(null, "", address);
    window.dispatchEvent(new PopStateEvent("popstate"));
  });
  create.answer(Response.json(contentItem({ date: "2027-05-06", title: "Fresh" }), { status: 201 }));
  expect(await screen.findByText("Content Created")).toBeTruthy();
  await settled();
  expect(window.location.pathname + window.location.search).toBe(address);
});

test("text typed while a session is being created stays", async () => {
  const { user, server } = await openTab([], "/admin?tab=content&day=2027-05-06");
  const create = deferred();
  server.routes["POST /api/content"] = create.route;
  const drawer = within(await screen.findByRole("dialog"));
  await user.type(await drawer.findByLabelText("Title"), "Fresh");
  await user.click(drawer.getByRole("button", { name: "Create session" }));
  await waitFor(() => expect(server.sentTo("POST /api/content")).toHaveLength(1));
  await user.type(drawer.getByLabelText("Title"), " and more");
  create.answer(Response.json(contentItem({ date: "2027-05-06", title: "Fresh" }), { status: 201 }));
  expect(await screen.findByText("Content Created")).toBeTruthy();
  await settled();
  expect(sessionStorage.getItem("kept:New content")).toContain("Fresh and more");
  await user.click(drawer.getByRole("button", { name: "Next day" }));
  expect(await drawer.findByDisplayValue("Fresh and more")).toBeTruthy();
});

test("duplicating, moving, and restoring use only saved text, and are refused while edits are unsaved", async () => {
  const item = contentItem({ date: "2027-05-04", title: "Rise" });
  const { user, server } = await openTab([item], "/admin?tab=content&month=2027-05&day=2027-05-04");
  const path = `/api/content/${item.id}`;
  server.routes[`GET ${path}/revisions`] = () =>
    Response.json([
      {
        version: 1,
        replacedAt: "2026-11-21T00:00:00.000Z",
        title: "Older",
        description: "",
        status: "draft",
        changed: ["title"],
      },
    ]);
  server.routes[`PUT ${path}`] = () => failure(503, "Later");
  const drawer = within(await screen.findByRole("dialog"));
  await user.type(await drawer.findByLabelText("Title"), "!");
  await pick(user, "Duplicate, move, or delete");
  await user.click(drawer.getByRole("button", { name: "Duplicate" }));
  expect(await drawer.findByText(/Fix or save your changes first/)).toBeTruthy();
  await user.click(drawer.getByRole("button", { name: "Move" }));
  await waitFor(() => expect(drawer.getAllByText(/Fix or save your changes first/)).toHaveLength(1));
  await pick(user, "Earlier versions");
  await user.click(await drawer.findByRole("button", { name: /^Restore version/ }));
  expect(await screen.findByText("Not restored")).toBeTruthy();
  const done = server.calls.filter(({ method, path: asked }) => method === "POST" && asked.startsWith(path));
  expect(done).toEqual([]);
  expect(server.sentTo(`PUT ${path}`).every((body) => !("date" in (body as object)))).toBe(true);
});

test("the view is in the URL, and an open day links to its neighbors, even past the month's end", async () => {
  const item = contentItem({ date: "2027-05-31", title: "Rise", status: "published" });
  const { user } = await openTab([item]);
  await user.click(screen.getByRole("button", { name: "List" }));
  expect(await screen.findByRole("region", { name: "Content library" })).toBeTruthy();
  expect(screen.queryByRole("grid")).toBeNull();
  const row = within((await screen.findByText("Rise")).closest("tr") as HTMLElement);
  expect(row.getByText("Published")).toBeTruthy();
  expect(row.getByRole("link", { name: /^View Content/ }).getAttribute("href")).toBe("/content/2027-05-31?from=admin");
  expect(screen.getByText("?tab=content&view=list&month=2027-05")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Calendar" }));
  await user.click(await cell("2027-05-31"));
  const drawer = within(await screen.findByRole("dialog", { name: "Monday, May 31, 2027" }));
  await user.click(drawer.getByRole("button", { name: "Next day" }));
  expect(await screen.findByRole("dialog", { name: "Tuesday, June 1, 2027" })).toBeTruthy();
  expect(screen.getByText("?tab=content&month=2027-06&day=2027-06-01")).toBeTruthy();
  await user.click(drawer.getByRole("button", { name: "Previous day" }));
  expect(await drawer.findByDisplayValue("Rise")).toBeTruthy();
});

test("a failed save is reported in the drawer's header, above the form", async () => {
  const item = contentItem({ date: "2027-05-04", title: "Rise" });
  const { user, server } = await openTab([item], "/admin?tab=content&day=2027-05-04");
  server.routes[`PUT /api/content/${item.id}`] = () => failure(503, "Later");
  const drawer = within(await screen.findByRole("dialog"));
  await user.type(await drawer.findByLabelText("Title"), "!");
  const failed = await drawer.findByText(/^Couldn't save/);
  expect(failed.compareDocumentPosition(drawer.getByLabelText("Title"))).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(drawer.getByRole("button", { name: "Try again" })).toBeTruthy();
});

test.for([
  [addDays(TODAY, 1), "Publish", "published"],
  [addDays(TODAY, 2), "Schedule", "scheduled"],
] as const)(
  "a draft of %s has one button with its issue count, and confirming it offers: %s anyway",
  async ([date, label, status]) => {
    const item = contentItem({ date, title: "Rise" });
    const { user, server } = await openTab([item], `/admin?tab=content&day=${date}`);
    const checks = [{ check: "Media", result: "fail", message: "No audio or video." }];
    server.routes[`GET /api/content/${item.id}/preflight`] = () => Response.json(checks);
    const drawer = within(await screen.findByRole("dialog"));
    await user.click(await drawer.findByRole("button", { name: `${label} · 1 issue` }));
    expect(await drawer.findByText("Fix 1 issue first")).toBeTruthy();
    await user.click(drawer.getByRole("button", { name: `${label} anyway` }));
    await waitFor(() => expect(item.status).toBe(status));
    await waitFor(() => expect(drawer.queryByRole("button", { name: new RegExp(`^${label}`) })).toBeNull());
  },
);

test("duplicating a session reports which day it was copied to", async () => {
  const item = contentItem({ date: "2027-05-04", title: "Rise" });
  const { user, server } = await openTab([item], "/admin?tab=content&day=2027-05-04");
  server.routes[`POST /api/content/${item.id}/duplicate`] = () =>
    Response.json(contentItem({ date: "2027-05-05", title: "Rise" }), { status: 201 });
  await within(await screen.findByRole("dialog")).findByLabelText("Title");
  await pick(user, "Duplicate, move, or delete");
  await user.click(screen.getByRole("button", { name: "Duplicate" }));
  expect(await screen.findByText("Session duplicated")).toBeTruthy();
  expect(screen.getByText("Copied to Wednesday, May 5, 2027")).toBeTruthy();
});
