import { screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import type { MemberImport } from "#domain/contract/imports.ts";
import { failure, renderAsAdmin, startServer } from "#test/web/admin.tsx";
import { MembersTab } from "../members/members-tab.tsx";

const LIST = "GET /api/admin/imports";

function imported(overrides: Partial<MemberImport> = {}): MemberImport {
  return {
    id: "1",
    filename: "ghost.csv",
    state: "uploaded",
    columns: ["email", "name", "who"],
    mapping: { email: 0, name: 1 },
    dateExample: null,
    dateOrder: null,
    doneShare: 0,
    rowsDone: 0,
    created: 0,
    refused: 0,
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
      opened.change({ state: "checked", mapping: { email: 0, plan: 2 }, created: 1200, refused: 1 }),
    "POST /api/admin/imports/1/start": () => opened.change({ state: "running", created: 0, refused: 0 }),
  });
  const { server, user } = opened;
  await user.selectOptions(await screen.findByLabelText("Name"), "Not in the file");
  await user.selectOptions(screen.getByLabelText("Plan"), "who");
  await user.click(screen.getByRole("button", { name: "Check file" }));
  await screen.findByText(/This would create 1,200 accounts and reject 1 row/);
  expect(server.sentTo("POST /api/admin/imports/1/check")).toEqual([{ mapping: { email: 0, plan: 2 } }]);
  // What was checked is what's imported.
  await user.selectOptions(screen.getByLabelText("Plan"), "name");
  await screen.findByText("You changed the columns or dates. Check the file again.");
  expect(screen.queryByRole("button", { name: "Start import" })).toBeNull();
  await user.selectOptions(screen.getByLabelText("Plan"), "who");
  await user.click(screen.getByRole("button", { name: "Start import" }));
  const question = await screen.findByRole("dialog", { name: "Import 1,200 accounts?" });
  await user.click(within(question).getByRole("button", { name: "Start import" }));
  await screen.findByRole("progressbar", { name: "Import of ghost.csv" });
  expect(screen.queryByRole("button", { name: "Check again" })).toBeNull();
});

test("dates that can be read both ways are asked about with an example before the import can start", async () => {
  const opened = await open([imported({ state: "checked", created: 2, dateExample: "05/06/2027" })], {
    "POST /api/admin/imports/1/check": () => opened.change({ dateOrder: "day" }),
  });
  const { server, user } = opened;
  await screen.findByText(/Choose what the date below means/);
  expect(screen.queryByRole("button", { name: "Start import" })).toBeNull();
  const field = screen.getByLabelText<HTMLSelectElement>("What does 05/06/2027 mean?");
  expect([...field.options].map(({ textContent }) => textContent)).toEqual([
    "Choose",
    "Thursday, May 6, 2027",
    "Saturday, June 5, 2027",
  ]);
  await user.selectOptions(field, "Saturday, June 5, 2027");
  await user.click(screen.getByRole("button", { name: "Check again" }));
  await screen.findByRole("button", { name: "Start import" });
  expect(server.sentTo("POST /api/admin/imports/1/check")).toEqual([
    { mapping: { email: 0, name: 1 }, dateOrder: "day" },
  ]);
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

test("imports fold below the newest, except those at work", async () => {
  const states = ["uploaded", "uploaded", "running", "done"] as const;
  await open(states.map((state, at) => imported({ id: `${at}`, state, filename: `${at}.csv` })));
  const list = await screen.findByRole("list", { name: "Imports" });
  const folded = [...list.querySelectorAll("details")];
  expect(folded.map(({ open: isOpen, firstChild }) => [isOpen, firstChild?.textContent])).toEqual([
    [false, "1.csv · Nov 20, 2026"],
    [false, "3.csv · Nov 20, 2026"],
  ]);
});
