import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test } from "vitest";
import type { CalendarDay, LibraryItem } from "#domain/contract/content/library.ts";
import { formatLongDate } from "#domain/rules/calendar-days.ts";
import { contentItem } from "#test/answers/content.ts";
import { failure, renderAsAdmin, startLibrary } from "#test/web/admin.tsx";
import { ContentTab } from "./content-tab.tsx";

const PLAN = "POST /api/content/days/plan";
const JOB = "POST /api/content/days";
const IN_FIVE_MINUTES = () => new Date(Date.now() + 300_000).toISOString();

function dayOf(item: LibraryItem): CalendarDay {
  const { id, date, title, status, hidden, emailSent } = item;
  return { id, date, title, status, hidden, emailSent, hasAudio: true, hasVideo: false, hasDescription: true };
}

const itemsOf = (...days: number[]) =>
  days.map((day) => contentItem({ id: `id-${day}`, date: `2027-05-0${day}`, title: `Day ${day}`, status: "draft" }));

type Planned = { id: string; refusal?: string; isTaken?: boolean; to?: string };

async function openTab(items: LibraryItem[], planned: Planned[] = [], view = "calendar") {
  const user = userEvent.setup();
  const server = startLibrary(...items);
  server.routes["GET /api/content/calendar"] = () => Response.json(items.map(dayOf));
  server.routes[PLAN] = () => {
    const days = planned.map(({ id, ...plan }) => {
      const { date, title, version, status } = items.find((item) => item.id === id) as LibraryItem;
      return { id, date, title, version, status, to: date, refusal: null, isTaken: false, ...plan };
    });
    return Response.json({ days });
  };
  server.routes[JOB] = () => Response.json({ id: "job", changed: planned.length, undoUntil: IN_FIVE_MINUTES() });
  await renderAsAdmin(<ContentTab />, `/admin?tab=content&view=${view}&month=2027-05`);
  return { user, server };
}

const cell = (date: string) =>
  screen.findByText(new RegExp(`^${formatLongDate(date)}:`)).then((text) => text.closest("button") as HTMLElement);

test("Ctrl selects days and Shift all up to one; pressing one then selects it, too, and opens nothing", async () => {
  const { user } = await openTab(itemsOf(1, 3, 4, 6));
  await user.keyboard("{Control>}");
  await user.click(await cell("2027-05-03"));
  await user.keyboard("{/Control}{Shift>}");
  await user.click(await cell("2027-05-06"));
  await user.keyboard("{/Shift}");
  await screen.findByText("3 selected");
  await user.click(await cell("2027-05-04"));
  await screen.findByText("2 selected");
  expect((await cell("2027-05-04")).getAttribute("aria-checked")).toBe("false");
  expect((await cell("2027-05-06")).getAttribute("aria-checked")).toBe("true");
  expect(screen.queryByRole("dialog")).toBeNull();
  await user.click(screen.getByRole("button", { name: "Clear selection" }));
  await user.click(await cell("2027-05-04"));
  await screen.findByRole("dialog", { name: "Tuesday, May 4, 2027" });
});

test("the keyboard selects a day with Ctrl and Space, and more with Shift and the arrow keys", async () => {
  const { user } = await openTab(itemsOf(1, 2, 3));
  (await cell("2027-05-01")).focus();
  await user.keyboard("{Control>} {/Control}");
  await screen.findByText("1 selected");
  await user.keyboard("{Shift>}{ArrowRight}{ArrowRight}{/Shift}");
  await screen.findByText("3 selected");
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("the list has a checkbox for each session, and the calendar shows what it selects", async () => {
  const { user, server } = await openTab(itemsOf(3, 2, 1), [{ id: "id-1" }], "list");
  await user.click(await screen.findByRole("checkbox", { name: `Select ${formatLongDate("2027-05-03")}` }));
  await user.keyboard("{Shift>}");
  await user.click(screen.getByRole("checkbox", { name: `Select ${formatLongDate("2027-05-01")}` }));
  await user.keyboard("{/Shift}");
  await screen.findByText("3 selected");
  await user.click(screen.getByRole("button", { name: "Calendar" }));
  expect((await cell("2027-05-02")).getAttribute("aria-checked")).toBe("true");
  await user.click(screen.getByRole("button", { name: "More actions" }));
  await user.click(await screen.findByRole("menuitem", { name: "Hide" }));
  await screen.findByRole("dialog", { name: "Hide 1 session?" });
  expect(server.sentTo(PLAN)).toMatchObject([{ action: { hidden: true } }]);
});

test("the question names what is left out and what is in the way, and starts nothing while something is", async () => {
  const items = itemsOf(1, 2);
  const planned: Planned[] = [
    { id: "id-1", refusal: "This day has started." },
    { id: "id-2", to: "2027-05-03", isTaken: true },
  ];
  const { user, server } = await openTab(items, planned);
  await user.click(screen.getByRole("button", { name: "Select" }));
  await user.click(await cell("2027-05-01"));
  await user.click(await cell("2027-05-02"));
  await user.click(await screen.findByRole("button", { name: "Move" }));
  const question = within(await screen.findByRole("dialog", { name: "Move 1 session?" }));
  expect(question.getByText("This day has started.")).toBeTruthy();
  expect(question.getByText("Already taken. Choose other days.")).toBeTruthy();
  expect(question.getByRole("button", { name: "Move 1 session" })).toHaveProperty("disabled", true);
  planned[1] = { id: "id-2", to: "2027-05-09" };
  expect(question.getByText("→ May 3")).toBeTruthy();
  fireEvent.change(question.getByLabelText("Days later"), { target: { value: "7" } });
  await waitFor(() =>
    expect(question.getByRole("button", { name: "Move 1 session" })).toHaveProperty("disabled", false),
  );
  await user.click(question.getByRole("button", { name: "Move 1 session" }));
  await screen.findByText(/sessions moved/);
  expect(server.sentTo(JOB)).toMatchObject([
    { action: { moveBy: 7 }, days: [{ id: "id-2", date: "2027-05-02", version: 1 }] },
  ]);
});

test("an undo tells how many days it restored, and names the others", async () => {
  const { user, server } = await openTab(itemsOf(1, 2), [{ id: "id-1" }, { id: "id-2" }]);
  server.routes["POST /api/content/days/job/undo"] = () =>
    Response.json({ restored: 1, left: ["May 2: It was changed since."] });
  await user.click(screen.getByRole("button", { name: "Select" }));
  await user.click(await cell("2027-05-01"));
  await user.click(await cell("2027-05-02"));
  await user.click(await screen.findByRole("button", { name: "More actions" }));
  await user.click(await screen.findByRole("menuitem", { name: "Delete sessions" }));
  await user.click(await screen.findByRole("button", { name: "Delete 2 sessions" }));
  await screen.findByText("2 sessions deleted");
  await user.click(screen.getByRole("button", { name: "Undo" }));
  await screen.findByText("1 session restored");
  expect(screen.getByText("May 2: It was changed since.")).toBeTruthy();
});

test("drafts are checked before they are scheduled, and those with issues are named and need a second button", async () => {
  const { user, server } = await openTab(itemsOf(1, 2), [{ id: "id-1" }, { id: "id-2" }]);
  server.routes["GET /api/content/id-1/preflight"] = () => Response.json([]);
  server.routes["GET /api/content/id-2/preflight"] = () =>
    Response.json([{ check: "Audio", result: "fail", message: "Missing." }]);
  await user.click(screen.getByRole("button", { name: "Select" }));
  await user.click(await cell("2027-05-01"));
  await user.click(await cell("2027-05-02"));
  await user.click(await screen.findByRole("button", { name: "Schedule" }));
  await screen.findByText("Issues in 1 session");
  expect(screen.getByRole("list", { name: "Issues in 1 session" }).textContent).toBe("May 2 Missing.");
  let refuse: (response: Response) => void = () => undefined;
  server.routes[JOB] = () => new Promise((resolve) => (refuse = resolve));
  await user.click(screen.getByRole("button", { name: "Schedule 1 · 1 has issues" }));
  // Neither button sends another while one is pending.
  await user.click(screen.getByRole("button", { name: "Schedule 2 sessions anyway" }));
  expect(server.sentTo(JOB)).toHaveLength(1);
  refuse(failure(409, "Changed since.", "conflict"));
  await screen.findByText("Changed since.");
  server.routes[JOB] = () => Response.json({ id: "job", changed: 2, undoUntil: IN_FIVE_MINUTES() });
  await user.click(screen.getByRole("button", { name: "Schedule 2 sessions anyway" }));
  await screen.findByText("2 sessions scheduled");
  expect(server.sentTo(JOB)).toMatchObject([
    { action: { status: "scheduled" }, days: [{ id: "id-1" }] },
    { action: { status: "scheduled" }, days: [{ id: "id-1" }, { id: "id-2" }] },
  ]);
});

test("days with the same issue share its line", async () => {
  const { user, server } = await openTab(itemsOf(1, 2), [{ id: "id-1" }, { id: "id-2" }]);
  for (const id of ["id-1", "id-2"])
    server.routes[`GET /api/content/${id}/preflight`] = () =>
      Response.json([{ check: "Description", result: "fail", message: "Add a description." }]);
  await user.click(screen.getByRole("button", { name: "Select" }));
  await user.click(await cell("2027-05-01"));
  await user.click(await cell("2027-05-02"));
  await user.click(await screen.findByRole("button", { name: "Schedule" }));
  const issues = await screen.findByRole("list", { name: "Issues in 2 sessions" });
  expect(issues.textContent).toBe("May 1, May 2 Add a description.");
});

test("a day dragged to an empty one asks to move it, and to another session to swap them", async () => {
  const { user, server } = await openTab(itemsOf(1, 2), [{ id: "id-1" }, { id: "id-2" }]);
  const data = new Map<string, string>();
  const dataTransfer = {
    files: [],
    setData: (type: string, text: string) => data.set(type, text),
    getData: (type: string) => data.get(type) ?? "",
    get types() {
      return [...data.keys()];
    },
  };
  const drag = async (from: string, to: string) => {
    fireEvent.dragStart(await cell(from), { dataTransfer });
    fireEvent.dragOver(await cell(to), { dataTransfer });
    fireEvent.drop(await cell(to), { dataTransfer });
  };
  await drag("2027-05-01", "2027-05-05");
  const question = await screen.findByRole("dialog");
  await waitFor(() => expect(server.sentTo(PLAN)).toMatchObject([{ action: { moveBy: 4 }, days: [{ id: "id-1" }] }]));
  await user.click(within(question).getByRole("button", { name: "Cancel" }));
  await drag("2027-05-01", "2027-05-02");
  await screen.findByRole("dialog", { name: "Swap 2 sessions?" });
  expect(server.sentTo(PLAN)).toMatchObject([{}, { action: { swap: true }, days: [{ id: "id-1" }, { id: "id-2" }] }]);
});

test("a sheet shows what would happen first, and one press imports it in calls of a hundred rows", async () => {
  const { user, server } = await openTab([]);
  const rows = Array.from({ length: 150 }, (_, index) => `${index + 2028}-05-01\tDay ${index}`);
  const sheetPlan = "POST /api/content/sheet/plan";
  server.routes[sheetPlan] = ({ body }) =>
    Response.json({
      rows: (body as { rows: { date: string }[] }).rows.map(({ date }) => ({
        date,
        outcome: date.startsWith("2028") ? "changed" : "new",
        version: date.startsWith("2028") ? 3 : null,
        note: null,
        changes: date.startsWith("2028")
          ? [
              { field: "title", from: "Old", to: "Day 0" },
              { field: "status", from: "draft", to: "scheduled" },
            ]
          : [],
      })),
    });
  let isBroken = true;
  server.routes["POST /api/content/sheet"] = ({ body }) => {
    const { rows: sent } = body as { rows: object[] };
    if (sent.length < 100 && isBroken) return failure(500, "Broken");
    return Response.json({ ok: true });
  };
  await user.click(screen.getByRole("button", { name: "Import or export a sheet" }));
  await user.click(await screen.findByRole("menuitem", { name: "Import a sheet" }));
  const text = ["date\ttitle", ...rows, "soon\tWhen"].join("\n");
  fireEvent.change(await screen.findByLabelText("Or paste cells"), { target: { value: text } });
  await user.click(screen.getByRole("button", { name: "Check" }));
  await screen.findByText("149 new, 1 changed, 0 unchanged, 1 refused");
  const [, refused, changed] = screen.getAllByRole("row");
  expect(refused?.textContent).toContain("We can't read its date.");
  expect(changed?.textContent).toMatch(/Title.*Old.*Day 0.*Status.*Draft.*Scheduled/);
  await user.click(screen.getByRole("button", { name: "Create 149, change 1" }));
  await screen.findByText(/Broken/);
  isBroken = false;
  await user.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByText("149 sessions created, 1 changed.");
  const sent = server.sentTo("POST /api/content/sheet") as { requestId: string; rows: object[] }[];
  expect(sent.map((call) => call.rows.length)).toEqual([100, 50, 100, 50]);
  expect(new Set(sent.map(({ requestId }) => requestId)).size).toBe(2);
  expect(sent[0]?.rows[0]).toEqual({ date: "2028-05-01", title: "Day 0", version: 3 });
}, 30_000);

test("a text without dates isn't sent, and a sheet that others overtook is checked again", async () => {
  const { user, server } = await openTab([]);
  const plan = { outcome: "new", version: null, note: null, changes: [] };
  server.routes["POST /api/content/sheet/plan"] = () => Response.json({ rows: [{ date: "2028-05-01", ...plan }] });
  server.routes["POST /api/content/sheet"] = () => failure(409, "Some of these days have changed since.", "conflict");
  await user.click(screen.getByRole("button", { name: "Import or export a sheet" }));
  await user.click(await screen.findByRole("menuitem", { name: "Import a sheet" }));
  const field = await screen.findByLabelText("Or paste cells");
  fireEvent.change(field, { target: { value: "Hello" } });
  await user.click(screen.getByRole("button", { name: "Check" }));
  await screen.findByText(/We found no dates/);
  fireEvent.change(field, { target: { value: "2028-05-01\tRise" } });
  await user.click(screen.getByRole("button", { name: "Check" }));
  await user.click(await screen.findByRole("button", { name: "Create 1" }));
  await user.click(await screen.findByRole("button", { name: "Check again" }));
  await screen.findByRole("button", { name: "Create 1" });
  expect(server.sentTo("POST /api/content/sheet/plan")).toHaveLength(2);
});
