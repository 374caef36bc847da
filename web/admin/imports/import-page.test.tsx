import { screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import type { MemberImport } from "#domain/contract/imports.ts";
import { failure, renderAsAdmin, startServer } from "#test/web/admin.tsx";
import { MembersTab } from "../members/members-tab.tsx";

const LIST = "GET /api/admin/imports";

const NO_ANSWERS = { dateOrder: null, statusTopic: null, plans: [], noEnd: null, notEnd: null };
const RESULT = { annual: 0, quarterly: 0, monthly: 0, none: 0, noEmail: 0, unreachable: 0 };

function imported(overrides: Partial<MemberImport> = {}): MemberImport {
  return {
    id: "1",
    filename: "ghost.csv",
    state: "uploaded",
    columns: ["email", "name", "who"],
    mapping: { email: 0, name: 1 },
    samples: [["a@x.test", "b@x.test"], ["Ada", "Bo"], ["Gold"]],
    looks: [null, null, null],
    asks: { dateExample: null, openStatus: null, openEnd: null, plans: [], endless: 0 },
    answers: NO_ANSWERS,
    remarks: [],
    result: null,
    doneShare: 0,
    rowsDone: 0,
    created: 0,
    refused: 0,
    uploadedBy: null,
    createdAt: "2026-11-20T12:00:00.000Z",
    endedAt: null,
    undoUntil: null,
    stayed: [],
    hasFile: true,
    ...overrides,
  };
}

async function open(imports: MemberImport[], routes: Parameters<typeof startServer>[0] = {}) {
  const server = startServer({ [LIST]: () => Response.json({ imports }), ...routes });
  await renderAsAdmin(<MembersTab />, "/admin?tab=members&page=import");
  const change = (next: Partial<MemberImport>) => {
    Object.assign(imports[0] as object, next);
    return Response.json(imports[0]);
  };
  return { server, change, user: userEvent.setup() };
}

/** The list is asked again every 5 s while an import is at work. */
const fakeIntervals = () =>
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ["Date", "setInterval", "clearInterval"] });

test("a chosen file is sent to the server in UTF-8 and can be checked", async () => {
  const imports: MemberImport[] = [];
  const { server, user } = await open(imports);
  const put = vi.fn((path: string, body: unknown) => [path, body]);
  const plain = globalThis.fetch;
  vi.stubGlobal("fetch", (path: string, init: RequestInit = {}) => {
    if (init.method !== "PUT") return plain(path, init);
    put(path, init.body);
    imports.push(imported());
    return Promise.resolve(Response.json(imported()));
  });
  const field = await screen.findByLabelText(/Upload a CSV file/);
  await user.upload(field, new File([Uint8Array.from([0x5a, 0x6f, 0xeb])], "ghost.csv", { type: "text/csv" }));
  await screen.findByText(/Nothing is created yet/);
  expect(put.mock.calls[0]?.[0]).toMatch(/^\/api\/admin\/imports\/[\da-f-]{36}\?filename=ghost.csv$/);
  const sent = put.mock.calls[0]?.[1] ?? new Blob();
  expect(await (sent as Blob).text()).toBe("Zoë");
  expect(server.calls.filter(({ path }) => path === "/api/admin/imports").length).toBeGreaterThan(1);
});

test("a refused file shows the reason, and a file that is too large isn't sent", async () => {
  const { server, user } = await open([]);
  const plain = globalThis.fetch;
  vi.stubGlobal("fetch", (path: string, init: RequestInit = {}) =>
    init.method === "PUT"
      ? Promise.resolve(failure(400, "The file has no rows below its header.", "validation"))
      : plain(path, init),
  );
  const field = await screen.findByLabelText(/Upload a CSV file/);
  await user.upload(field, new File(["email"], "empty.csv", { type: "text/csv" }));
  await screen.findByText(/empty.csv: The file has no rows below its header/);
  const large = new File(["email"], "large.csv", { type: "text/csv" });
  Object.defineProperty(large, "size", { value: 26 * 1024 * 1024 });
  await user.upload(await screen.findByLabelText(/Upload a CSV file/), large);
  await screen.findByText("This file is too large. The limit is 25 MB.");
  expect(server.calls.some(({ method }) => method === "PUT")).toBe(false);
});

test("columns can be remapped, the check shows what would happen, and starting asks for confirmation", async () => {
  const imports = [imported()];
  const opened = await open(imports, {
    "POST /api/admin/imports/1/check": () =>
      opened.change({
        state: "checked",
        mapping: { email: 0, plan: 2 },
        created: 1200,
        refused: 1,
        result: { ...RESULT, annual: 1200 },
      }),
    "POST /api/admin/imports/1/start": () => opened.change({ state: "running", created: 0, refused: 0 }),
  });
  const { server, user } = opened;
  await user.selectOptions(await screen.findByLabelText("Name"), "Not in the file");
  const plan = screen.getByLabelText("Plan");
  await user.selectOptions(plan, "who");
  expect(plan.getAttribute("aria-describedby")).not.toBeNull();
  screen.getByText("Gold");
  await user.click(screen.getByRole("button", { name: "Check file" }));
  await screen.findByText(/This would create 1,200 accounts and reject 1 row/);
  expect(server.sentTo("POST /api/admin/imports/1/check")).toEqual([
    { mapping: { email: 0, plan: 2 }, answers: NO_ANSWERS },
  ]);
  // What was checked is what's imported.
  await user.selectOptions(screen.getByLabelText("Plan"), "name");
  await screen.findByText("You changed the columns or answers. Check the file again.");
  expect(screen.queryByRole("button", { name: "Start import" })).toBeNull();
  await user.selectOptions(screen.getByLabelText("Plan"), "who");
  await user.click(screen.getByRole("button", { name: "Start import" }));
  const question = await screen.findByRole("dialog", { name: "Import 1,200 accounts?" });
  await user.click(within(question).getByRole("button", { name: "Start import" }));
  await screen.findByRole("progressbar", { name: "Import of ghost.csv" });
  expect(screen.queryByLabelText("Plan")).toBeNull();
});

test("a check continues until it's done, and its result has a list for each number", async () => {
  let parts = 0;
  const result = { annual: 51, quarterly: 0, monthly: 49, none: 100, noEmail: 16, unreachable: 1 };
  const person = { row: 7, email: "ada@x.test", name: "Ada", through: "2027-12-31", notes: "", isMade: false };
  const opened = await open([imported({ state: "checking" })], {
    "POST /api/admin/imports/1/check": () => {
      parts += 1;
      return parts < 3
        ? opened.change({ doneShare: parts * 0.4 })
        : opened.change({ state: "checked", created: 200, refused: 3, result });
    },
    "GET /api/admin/imports/1/people": () => Response.json({ people: [person] }),
  });
  const { server, user } = opened;
  await screen.findByText("100 get access");
  expect(parts).toBe(3);
  const outcome = within(screen.getByRole("list", { name: "In people" }));
  expect(outcome.getAllByRole("button").map(({ textContent }) => textContent)).toEqual([
    "51 annual",
    "49 monthly",
    "100 have no access",
    "16 want no email",
    "1 can't be emailed",
    "3 rejected",
  ]);
  await user.click(outcome.getByRole("button", { name: "51 annual" }));
  const list = within(await screen.findByRole("dialog", { name: "51 annual" }));
  await list.findByText("Ada · ada@x.test");
  list.getByText("Row 7 · access through Dec 31, 2027");
  expect(server.calls.at(-1)?.path).toBe("/api/admin/imports/1/people?of=annual");
});

test("a check that begins once more, as dates turn out to be written day first, continues to its end", async () => {
  let parts = 0;
  const opened = await open([imported({ state: "checking", doneShare: 0.1 })], {
    "POST /api/admin/imports/1/check": () => {
      parts += 1;
      return opened.change(parts < 2 ? {} : { state: "checked", created: 1, result: RESULT });
    },
  });
  await screen.findByRole("button", { name: "Start import" });
  expect(parts).toBe(2);
});

test("a check that stops says why, and continues after Try again", async () => {
  let isDown = true;
  const opened = await open([imported({ state: "checking" })], {
    "POST /api/admin/imports/1/check": () =>
      isDown ? failure(500, "Down.") : opened.change({ state: "checked", created: 1, result: RESULT }),
  });
  const list = within(await screen.findByRole("list", { name: "Imports" }));
  await list.findByRole("alert");
  isDown = false;
  await opened.user.click(list.getByRole("button", { name: "Try again" }));
  await screen.findByRole("button", { name: "Start import" });
});

test("each question of a file is asked with its numbers, and the import can start once all are answered", async () => {
  const asks = {
    dateExample: "05/06/2027",
    openStatus: 2,
    openEnd: null,
    plans: [
      { value: "Gold", count: 133, ending: 0, endless: 133 },
      { value: "yearly", count: 2, ending: 2, endless: 0 },
    ],
    endless: 133,
  };
  const asking: Partial<MemberImport> = {
    state: "checked",
    created: 2,
    result: RESULT,
    asks,
    columns: ["email", "name", "status"],
  };
  const opened = await open([imported(asking)], {
    "POST /api/admin/imports/1/check": () =>
      opened.change(server.sentTo("POST /api/admin/imports/1/check")[0] as object),
  });
  const { server, user } = opened;
  await screen.findByText("Answer the questions below, and check the file again.");
  expect(screen.queryByRole("button", { name: "Start import" })).toBeNull();
  const dates = screen.getByLabelText<HTMLSelectElement>("What does 05/06/2027 mean?");
  expect([...dates.options].map(({ textContent }) => textContent)).toEqual([
    "Choose",
    "Thursday, May 6, 2027",
    "Saturday, June 5, 2027",
  ]);
  await user.selectOptions(dates, "Saturday, June 5, 2027");
  await user.selectOptions(screen.getByLabelText('What is "status" about?'), "Their emails");
  expect(screen.getByLabelText<HTMLSelectElement>("yearly · 2 people").value).toBe("annual");
  await user.selectOptions(screen.getByLabelText("Gold · 133 people"), "Annual");
  screen.getByText("133 people have no end date");
  await user.selectOptions(screen.getByLabelText("What do they get?"), "Access through a date");
  await user.type(screen.getByLabelText("Last day with access"), "2027-05-01");
  await user.click(screen.getByRole("button", { name: "Check again" }));
  await screen.findByRole("button", { name: "Start import" });
  // The button is gone.
  expect(document.activeElement?.textContent).toMatch(/^This would create 2 accounts. No one is emailed/);
  expect(server.sentTo("POST /api/admin/imports/1/check")).toEqual([
    {
      mapping: { email: 0, name: 1, subscribed: 2 },
      answers: {
        dateOrder: "day",
        statusTopic: "emails",
        plans: [{ value: "Gold", plan: "annual" }],
        noEnd: "2027-05-01",
        notEnd: null,
      },
    },
  ]);
});

test("a column that looks like an end is a question of its own, and used or left out as the answer says", async () => {
  const asks = { dateExample: null, openStatus: null, openEnd: 2, plans: [], endless: 0 };
  const looks: MemberImport["looks"] = [null, null, "end"];
  const asking: Partial<MemberImport> = { state: "checked", created: 2, result: RESULT, asks, looks };
  const opened = await open([imported(asking)], {
    "POST /api/admin/imports/1/check": () => opened.change({}),
  });
  const { server, user } = opened;
  const question = await screen.findByLabelText('Is "who" when access ends?');
  expect(screen.queryByLabelText("What do they get?")).toBeNull();
  expect(screen.queryByText(/isn't used/)).toBeNull();
  expect(screen.queryByRole("button", { name: "Start import" })).toBeNull();
  await user.selectOptions(question, "Yes");
  expect(screen.getByLabelText<HTMLSelectElement>("Paid until").value).toBe("2");
  await user.click(screen.getByRole("button", { name: "Check again" }));
  await user.selectOptions(question, "No");
  expect(screen.getByLabelText<HTMLSelectElement>("Paid until").value).toBe("");
  await user.click(screen.getByRole("button", { name: "Check again" }));
  expect(server.sentTo("POST /api/admin/imports/1/check")).toEqual([
    { mapping: { email: 0, name: 1, paidUntil: 2 }, answers: NO_ANSWERS },
    { mapping: { email: 0, name: 1 }, answers: { ...NO_ANSWERS, notEnd: 2 } },
  ]);
});

test("while an import waits, its result is shown", async () => {
  await open([imported({ state: "waiting", created: 2, result: { ...RESULT, annual: 2 } })]);
  await screen.findByText("2 get access");
});

test("when an import ends, who can be invited is asked again", async () => {
  fakeIntervals();
  const imports = [imported({ state: "running" })];
  const { server, change } = await open(imports, { "GET /api/admin/invitations": () => failure(500, "Down.") });
  await screen.findByRole("progressbar", { name: "Import of ghost.csv" });
  const asked = () => server.calls.filter(({ path }) => path === "/api/admin/invitations").length;
  const before = asked();
  change({ state: "done", created: 2, rowsDone: 2 });
  await vi.advanceTimersByTimeAsync(5000);
  await screen.findByText("2 accounts created.");
  expect(asked()).toBeGreaterThan(before);
});

test("a file that gives no one an account says that there's nothing to import", async () => {
  await open([imported({ state: "checked", refused: 2, result: RESULT })]);
  await screen.findByText("There's nothing to import in this file. The report says why its rows are rejected.");
  expect(screen.queryByRole("button", { name: "Start import" })).toBeNull();
});

test("what isn't used and what was taken for something else is said before the start", async () => {
  await open([
    imported({
      state: "checked",
      created: 1,
      result: RESULT,
      columns: ["email", "Trial End", "note"],
      mapping: { email: 0 },
      looks: [null, "end", null],
      remarks: [{ kind: "wantsEmails", text: "active", count: 12 }],
    }),
  ]);
  await screen.findByText("Looks like an end but isn't used: Trial End");
  screen.getByText("Not used: note");
  screen.getByText('12 rows: "active" means that they want emails, whatever its column is called.');
});

test("a failed check says why and keeps the column mapping", async () => {
  const { user } = await open([imported()], {
    "POST /api/admin/imports/1/check": () => failure(400, "Row 9 is too long.", "validation"),
  });
  await user.click(await screen.findByRole("button", { name: "Check file" }));
  await screen.findByText(/Row 9 is too long/);
  expect(screen.getByLabelText<HTMLSelectElement>("Name").value).toBe("1");
});

test("a finished import offers its report and, for a day, an Undo that asks for confirmation", async () => {
  const imports = [
    imported({ state: "done", created: 2, refused: 1, rowsDone: 3, undoUntil: "2026-11-21T12:00:00.000Z" }),
  ];
  const opened = await open(imports, {
    "GET /api/admin/imports/1/report": () => failure(410, "The file has been deleted. Upload it again.", "gone"),
    "POST /api/admin/imports/1/undo": () =>
      opened.change({ state: "undone", created: 1, undoUntil: null, hasFile: false }),
  });
  const { user } = opened;
  await screen.findByText("2 accounts created, 1 row rejected.");
  await user.click(screen.getByRole("button", { name: "Download report" }));
  await screen.findByText(/The file has been deleted/);
  await user.click(screen.getByRole("button", { name: "Undo" }));
  await user.click(await screen.findByRole("button", { name: "Remove accounts" }));
  await screen.findByText(/1 account stayed/);
  expect(screen.queryByRole("button", { name: /Undo|Download/ })).toBeNull();
});

test("imports that fail to load say so, and a link leads to the member list", async () => {
  const { user } = await open([], {
    [LIST]: () => failure(500, "Broken"),
    "GET /api/admin/members": () => failure(500, ""),
  });
  await screen.findByText("Couldn't load imports");
  await user.click(screen.getByRole("link", { name: "Members" }));
  await screen.findByRole("region", { name: "Members" });
  expect(window.location.search).toBe("?tab=members");
});

test("imports fold below the newest, except those at work or undone", async () => {
  const states = ["uploaded", "uploaded", "running", "undone", "done"] as const;
  await open(states.map((state, at) => imported({ id: `${at}`, state, filename: `${at}.csv` })));
  const list = await screen.findByRole("list", { name: "Imports" });
  const folded = [...list.querySelectorAll(":scope > li > details")] as HTMLDetailsElement[];
  expect(folded.map(({ open: isOpen, firstChild }) => [isOpen, firstChild?.textContent])).toEqual([
    [false, "1.csv · Uploaded · Nov 20, 2026"],
    [false, "4.csv · Done · Nov 20, 2026"],
  ]);
});

test("an import that's shown keeps its answers after another is uploaded, and each end asks for members again", async () => {
  fakeIntervals();
  const imports = [imported(), imported({ id: "0", state: "running", filename: "old.csv" })];
  const { server, user } = await open(imports);
  await user.selectOptions(await screen.findByLabelText("Plan"), "who");
  const asked = () => server.calls.filter(({ path }) => path === "/api/admin/invitations").length;
  const before = asked();
  imports.unshift(imported({ id: "2", state: "running", filename: "next.csv" }));
  Object.assign(imports[2] as object, { state: "done", created: 1, rowsDone: 1 });
  await vi.advanceTimersByTimeAsync(5000);
  await screen.findByText("1 account created.");
  expect(screen.getByLabelText<HTMLSelectElement>("Plan").value).toBe("2");
  expect(asked()).toBeGreaterThan(before);
});
