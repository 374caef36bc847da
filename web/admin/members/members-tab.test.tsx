import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test } from "vitest";
import type { MemberList, MemberRow } from "#domain/contract/member-list.ts";
import { failure, renderAsAdmin, startServer } from "#test/web/admin.tsx";
import { MembersTab } from "./members-tab.tsx";

const LIST = "GET /api/admin/members";

function member(name: string, overrides: Partial<MemberRow> = {}): MemberRow {
  return {
    id: name.toLowerCase(),
    email: `${name.toLowerCase()}@daybolt.test`,
    firstName: name,
    lastName: null,
    subscriptionType: "annual",
    subscriptionStatus: "active",
    createdAt: "2026-05-01T12:00:00.000Z",
    labels: [],
    isSuppressed: false,
    ...overrides,
  };
}

const page = (members: MemberRow[], next: string | null = null): MemberList => ({ members, next, labels: ["vip"] });

const queriesOf = (server: ReturnType<typeof startServer>) =>
  server.calls
    .filter(({ path }) => /^\/api\/admin\/members(\?|$)/.test(path))
    .map(({ path }) => Object.fromEntries(new URL(path, "http://x.test").searchParams));

async function open(list: (query: Record<string, string>) => Response, address = "/admin?tab=members") {
  const server = startServer({
    [LIST]: ({ path }) => list(Object.fromEntries(new URL(path, "http://x.test").searchParams)),
  });
  await renderAsAdmin(<MembersTab />, address);
  return server;
}

test("the list shows each member's labels and whether their email bounces, and Show more continues it", async () => {
  const server = await open(({ cursor }) =>
    Response.json(
      cursor ? page([member("Ben")]) : page([member("Ana", { labels: ["vip"], isSuppressed: true })], "behind-ana"),
    ),
  );
  const row = (await screen.findByText("ana@daybolt.test")).closest("tr") as HTMLElement;
  for (const text of ["Ana", "annual", "active", "Suppressed", "vip"]) within(row).getByText(text);
  await userEvent.click(screen.getByRole("button", { name: "Show more" }));
  expect(await screen.findByText("ben@daybolt.test")).toBeTruthy();
  expect(screen.queryByText("ana@daybolt.test")).not.toBeNull();
  expect(screen.queryByRole("button", { name: "Show more" })).toBeNull();
  expect(queriesOf(server)).toEqual([{}, { cursor: "behind-ana" }]);
});

test("a search runs once typing pauses, joins the filters in the URL, and one button clears them all", async () => {
  const server = await open(() => Response.json(page([])));
  const search = await screen.findByLabelText("Search by email or name");
  await userEvent.click(search);
  await userEvent.paste(" an ");
  await waitFor(() => expect(window.location.search).toBe("?tab=members&q=an"));
  await userEvent.selectOptions(screen.getByLabelText("Status"), "trial");
  await waitFor(() => expect(window.location.search).toBe("?tab=members&q=an&status=trial"));
  expect(await screen.findByText("No members found")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Export results as CSV" })).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Show all members" }));
  await waitFor(() => expect(window.location.search).toBe("?tab=members"));
  expect((search as HTMLInputElement).value).toBe("");
  expect(queriesOf(server).slice(0, 3)).toEqual([{}, { q: "an" }, { q: "an", status: "trial" }]);
});

test("an address that was kept brings its search, its filters and a label that nobody has any more", async () => {
  const server = await open(() => Response.json(page([])), "/admin?tab=members&q=ana&type=annual&label=gone");
  expect(await screen.findByText("No members found")).toBeTruthy();
  const values = ["Search by email or name", "Subscription", "Label"].map(
    (label) => (screen.getByLabelText(label) as HTMLInputElement).value,
  );
  expect(values).toEqual(["ana", "annual", "gone"]);
  expect(queriesOf(server)).toEqual([{ q: "ana", type: "annual", label: "gone" }]);
});

test("a list that does not load says why and can be asked for again", async () => {
  let isBroken = true;
  await open(() => (isBroken ? failure(400, "Out of order") : Response.json(page([member("Ana")]))));
  expect(await screen.findByText("Couldn't load members")).toBeTruthy();
  expect(screen.getByText(/Out of order/)).toBeTruthy();
  isBroken = false;
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText("ana@daybolt.test")).toBeTruthy();
});

test("a member opens at an address of their own, and the way back keeps the search", async () => {
  await open(() => Response.json(page([member("Ana")])), "/admin?tab=members&q=ana");
  await userEvent.click(await screen.findByRole("link", { name: /Ana/ }));
  expect(await screen.findByText("Member not found")).toBeTruthy();
  expect(window.location.search).toBe("?tab=members&q=ana&member=ana");
  const back = screen.getByRole("link", { name: "All members" });
  expect(back.getAttribute("href")).toBe("/admin?tab=members&q=ana");
});

test("who goes from the search to a member at once finds it again on the way back", async () => {
  await open(() => Response.json(page([member("Ana")])));
  const link = await screen.findByRole("link", { name: /Ana/ });
  await userEvent.click(screen.getByLabelText("Search by email or name"));
  await userEvent.paste("ana");
  await userEvent.tab();
  await waitFor(() => expect(link.getAttribute("href")).toContain("q=ana"));
  link.focus();
  await userEvent.keyboard("{Enter}");
  const back = await screen.findByRole("link", { name: "All members" });
  expect(back.getAttribute("href")).toBe("/admin?tab=members&q=ana");
});
