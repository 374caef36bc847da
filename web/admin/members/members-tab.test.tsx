import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test } from "vitest";
import type { MemberJob } from "#domain/contract/member-jobs.ts";
import type { MemberCounts, MemberList, MemberRow } from "#domain/contract/member-list.ts";
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
    status: "active",
    subscriptionEndDate: null,
    createdAt: "2026-05-01T12:00:00.000Z",
    labels: [],
    isSuppressed: false,
    ...overrides,
  };
}

const page = (members: MemberRow[], next: string | null = null): MemberList => ({
  members,
  next,
  labels: ["vip"],
  imports: [],
  isInside: false,
});

const queriesOf = (server: ReturnType<typeof startServer>) =>
  server.calls
    .filter(({ path }) => /^\/api\/admin\/members(\?|$)/.test(path))
    .map(({ path }) => Object.fromEntries(new URL(path, "http://x.test").searchParams));

const COUNTS: MemberCounts = {
  members: 1234,
  types: { monthly: 1000, quarterly: 0, annual: 200, gift: 4, trial: 30 },
  statuses: { active: 1100, "past-due": 4, cancels: 2, trial: 30, invited: 60, ended: 0, none: 38 },
  groups: { "out-of-sync": 6, "trial-ends": 3, bounced: 1 },
};

async function open(
  list: (query: Record<string, string>) => Response,
  address = "/admin?tab=members",
  counts: Partial<MemberCounts> = {},
  jobs: MemberJob[] = [],
) {
  const server = startServer({
    "GET /api/admin/members/counts": () => Response.json({ ...COUNTS, ...counts }),
    "GET /api/admin/members/jobs": () => Response.json({ jobs }),
    [LIST]: ({ path }) => list(Object.fromEntries(new URL(path, "http://x.test").searchParams)),
  });
  await renderAsAdmin(<MembersTab />, address);
  return server;
}

test("the list shows each member's labels and bounced email, and Show more loads the next page", async () => {
  const server = await open(({ cursor }) =>
    Response.json(
      cursor ? page([member("Ben")]) : page([member("Ana", { labels: ["vip"], isSuppressed: true })], "behind-ana"),
    ),
  );
  const row = (await screen.findByText("ana@daybolt.test")).closest("tr") as HTMLElement;
  for (const text of ["Ana", "Annual", "Active", "Suppressed", "vip"]) within(row).getByText(text);
  await userEvent.click(screen.getByRole("button", { name: "Show more" }));
  expect(await screen.findByText("ben@daybolt.test")).toBeTruthy();
  expect(screen.queryByText("ana@daybolt.test")).not.toBeNull();
  expect(screen.queryByRole("button", { name: "Show more" })).toBeNull();
  expect(queriesOf(server)).toEqual([{}, { cursor: "behind-ana" }]);
});

test("each member has one status, and someone who never had access has no subscription", async () => {
  const subscriptionEndDate = new Date(Date.now() + 86_400_000).toISOString();
  const never = { subscriptionType: "trial", subscriptionStatus: "expired", status: "none" } as const;
  await open(() =>
    Response.json(
      page([
        member("Ana", { status: "past-due" }),
        member("Ben", { status: "cancels", subscriptionEndDate }),
        member("Cy", never),
      ]),
    ),
  );
  const textsOf = (email: string) =>
    [...(screen.getByText(email).closest("tr")?.cells ?? [])].slice(2, 4).map(({ textContent }) => textContent);
  await screen.findByText("ana@daybolt.test");
  expect(textsOf("ana@daybolt.test")).toEqual(["SubscriptionAnnual", "StatusPast due"]);
  expect(textsOf("ben@daybolt.test")).toEqual(["SubscriptionAnnual", expect.stringMatching(/^StatusCancels \w{3} \d/)]);
  expect(textsOf("cy@daybolt.test")).toEqual(["SubscriptionNone", "StatusNone"]);
});

test("a search runs when typing pauses, joins the filters in the URL, and one button clears them all", async () => {
  const server = await open(() => Response.json(page([])));
  const search = await screen.findByLabelText("Search by email or name");
  await userEvent.click(search);
  await userEvent.paste(" an ");
  await waitFor(() => expect(window.location.search).toBe("?tab=members&q=an"));
  await userEvent.selectOptions(screen.getByLabelText("Status"), "trial");
  await waitFor(() => expect(window.location.search).toBe("?tab=members&q=an&status=trial"));
  expect(await screen.findByText("No members found")).toBeTruthy();
  expect(screen.queryByRole("button", { name: /Export/ })).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Show all members" }));
  await waitFor(() => expect(window.location.search).toBe("?tab=members"));
  expect((search as HTMLInputElement).value).toBe("");
  expect(queriesOf(server).slice(0, 3)).toEqual([{}, { q: "an" }, { q: "an", status: "trial" }]);
});

test("a filtered list shows its count beside the total once the count is known", async () => {
  await open(
    ({ cursor }) => Response.json(cursor ? page([member("Ben")]) : page([member("Ana")], "behind-ana")),
    "/admin?tab=members&status=active",
  );
  expect(await screen.findByText("1,234 members")).toBeTruthy();
  await userEvent.click(await screen.findByRole("button", { name: "Show more" }));
  expect(await screen.findByText("2 of 1,234 members")).toBeTruthy();
});

test("a saved URL restores its search, its filters, and a label no member has anymore", async () => {
  const server = await open(() => Response.json(page([])), "/admin?tab=members&q=ana&type=annual&label=gone");
  expect(await screen.findByText("No members found")).toBeTruthy();
  const values = ["Search by email or name", "Subscription", "Label"].map(
    (label) => (screen.getByLabelText(label) as HTMLInputElement).value,
  );
  expect(values).toEqual(["ana", "annual", "gone"]);
  expect(queriesOf(server)).toEqual([{ q: "ana", type: "annual", label: "gone" }]);
});

test("spaces alone in an address are no search, so what is asked is about everyone and says so", async () => {
  const server = await open(() => Response.json(page([member("Ana")])), "/admin?tab=members&q=%20%20");
  await screen.findByText("ana@daybolt.test");
  expect(within(screen.getByRole("region", { name: "Chosen members" })).getByText("Everyone")).toBeTruthy();
  expect(queriesOf(server)).toEqual([{}]);
});

test("a part of a URL that isn't a filter's value is left out, and the rest counts", async () => {
  const server = await open(() => Response.json(page([])), "/admin?tab=members&status=x&label=VIP&joinedFrom=May");
  await waitFor(() => expect(queriesOf(server)).toEqual([{ label: "vip" }]));
});

test("filters use product terms and show counts, and a group filter lists its members", async () => {
  const server = await open(() => Response.json(page([member("Ana")])));
  expect(await screen.findByText("1,234 members")).toBeTruthy();
  const optionsOf = (label: string) =>
    within(screen.getByLabelText(label))
      .getAllByRole("option")
      .map(({ textContent }) => textContent);
  expect(optionsOf("Subscription")).toEqual([
    "All",
    "Monthly (1,000)",
    "Quarterly (0)",
    "Annual (200)",
    "Gift (4)",
    "Free trial (30)",
  ]);
  expect(optionsOf("Status")).toEqual([
    "All",
    "Active (1,100)",
    "Past due (4)",
    "Cancels (2)",
    "Trial (30)",
    "Imported, not accepted (60)",
    "Ended (0)",
    "None (38)",
  ]);
  expect(optionsOf("Needs attention")).toEqual([
    "Any",
    "Out of sync with PayPal (6)",
    "Trial ends within a week (3)",
    "Bounced or reported (1)",
  ]);
  await userEvent.selectOptions(screen.getByLabelText("Needs attention"), "out-of-sync");
  await waitFor(() => expect(window.location.search).toBe("?tab=members&group=out-of-sync"));
  await waitFor(() => expect(queriesOf(server).at(-1)).toEqual({ group: "out-of-sync" }));
  expect(screen.getByRole("button", { name: "Export" })).toBeTruthy();
  // A group has its own order.
  expect(screen.queryByRole("button", { name: "Joined" })).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Show all members" }));
  expect(await screen.findByRole("button", { name: "Joined" })).toBeTruthy();
  // So has a status by its time.
  await userEvent.selectOptions(screen.getByLabelText("Status"), "cancels");
  await waitFor(() => expect(screen.queryByRole("button", { name: "Joined" })).toBeNull());
});

test("columns sort the list both ways, and the URL keeps the order", async () => {
  const server = await open(() => Response.json(page([member("Ana")])));
  const sortOf = (name: string) =>
    screen.getByRole("columnheader", { name: new RegExp(name) }).getAttribute("aria-sort");
  await userEvent.click(await screen.findByRole("button", { name: "Joined" }));
  await waitFor(() => expect(window.location.search).toBe("?tab=members&sort=oldest"));
  expect(sortOf("Joined")).toBe("ascending");
  await userEvent.click(screen.getByRole("button", { name: "Member" }));
  await userEvent.click(await screen.findByRole("button", { name: "Member" }));
  await waitFor(() => expect(window.location.search).toBe("?tab=members&sort=email-desc"));
  expect([sortOf("Member"), sortOf("Joined")]).toEqual(["descending", null]);
  expect(queriesOf(server)).toEqual([{}, { sort: "oldest" }, { sort: "email" }, { sort: "email-desc" }]);
  await userEvent.selectOptions(screen.getByLabelText("Status"), "active");
  await waitFor(() => expect(queriesOf(server).at(-1)).toEqual({ status: "active", sort: "email-desc" }));
  expect([sortOf("Member"), sortOf("Joined")]).toEqual(["descending", null]);
});

test("a filter for a slot's failures names the slot, and isn't a segment for messages", async () => {
  const slot = "2026-11-24T12:00:00.000Z";
  const address = `/admin?tab=members&failedSlot=${encodeURIComponent(slot)}`;
  const server = await open(() => Response.json(page([member("Ana")])), address);
  expect(
    await screen.findByText("Only members whose wake-up email failed on Nov 24, 2026, 6:00 AM Central."),
  ).toBeTruthy();
  await userEvent.click(await screen.findByRole("button", { name: "More actions" }));
  expect(screen.queryByRole("menuitem", { name: "Message" })).toBeNull();
  expect(queriesOf(server)).toEqual([{ failedSlot: slot }]);
});

test("a search that found beginnings offers to look inside, and one that looks inside says how far", async () => {
  const inside = (more: Partial<MemberList>) => Response.json({ ...page([], "3.last"), isInside: true, ...more });
  const server = await open(
    ({ inside: asked, cursor }) =>
      asked ? inside(cursor ? { next: null } : {}) : Response.json(page([member("Ana")])),
    "/admin?tab=members&q=ana",
  );
  await userEvent.click(await screen.findByRole("button", { name: "Search inside names and emails" }));
  expect(await screen.findByText(/^Nothing in the first 25,000 names and emails/)).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Show more" }));
  expect(await screen.findByText("No members found")).toBeTruthy();
  expect(queriesOf(server)).toEqual([
    { q: "ana" },
    { q: "ana", inside: "yes" },
    { q: "ana", inside: "yes", cursor: "3.last" },
  ]);
});

test("Message and Invite get the list's filters in their address", async () => {
  await open(() => Response.json(page([member("Ana")])), "/admin?tab=members&type=annual&label=vip");
  expect(await screen.findByText("Annual · label vip")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "More actions" }));
  const linkOf = (name: string) => screen.getByRole("menuitem", { name }).getAttribute("href");
  expect([linkOf("Message"), linkOf("Invite")]).toEqual([
    "/admin?tab=members&page=message&type=annual&label=vip",
    "/admin?tab=members&page=import&type=annual&label=vip",
  ]);
});

const JOB: MemberJob = {
  id: "00000000-0000-4000-8000-0000000000aa",
  action: { kind: "days", days: 7, reason: "The outage" },
  segment: "label vip",
  state: "chosen",
  chosen: 60,
  subscribers: 41,
  done: 0,
  author: null,
};

test("days for a segment are counted, then confirmed by their number, with the choice to leave out subscribers", async () => {
  const server = await open(() => Response.json(page([member("Ana")])), "/admin?tab=members&label=vip");
  let asked = 0;
  Object.assign(server.routes, {
    "POST /api/admin/members/jobs": () => {
      asked += 1;
      return Response.json(asked > 1 ? JOB : { ...JOB, state: "choosing", chosen: 0 });
    },
    [`POST /api/admin/members/jobs/${JOB.id}/confirm`]: () => Response.json({ ...JOB, state: "running" }),
  });
  await userEvent.click(await screen.findByRole("button", { name: "Grant days" }));
  const form = within(await screen.findByRole("dialog", { name: "Grant days" }));
  await userEvent.type(form.getByLabelText("Reason"), "The outage");
  await userEvent.click(form.getByRole("button", { name: "Count members" }));
  const question = within(await screen.findByRole("dialog", { name: "Grant 7 days for 60 members?" }));
  question.getByText("41 of 60 have a subscription: they keep paying; this counts only if they leave.");
  await userEvent.click(question.getByRole("checkbox", { name: /^Leave out members with a subscription/ }));
  await userEvent.type(question.getByLabelText("Type 60 to begin"), "61");
  expect(question.getByRole("button", { name: "Grant days" })).toHaveProperty("disabled", true);
  await userEvent.clear(question.getByLabelText("Type 60 to begin"));
  await userEvent.type(question.getByLabelText("Type 60 to begin"), "60");
  await userEvent.click(question.getByRole("button", { name: "Grant days" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  const request = { requestId: expect.any(String), action: JOB.action, of: { filter: { label: "vip" } } };
  expect(server.sentTo("POST /api/admin/members/jobs")).toEqual([request, request]);
  expect(server.sentTo(`POST /api/admin/members/jobs/${JOB.id}/confirm`)).toEqual([
    { chosen: 60, leavesOutSubscribers: true },
  ]);
});

test("ticked members get a label of their own, and no one else", async () => {
  const server = await open(() => Response.json(page([member("Ana"), member("Ben")])));
  const action = { kind: "label", label: "vip" } as const;
  server.routes["POST /api/admin/members/jobs"] = () => Response.json({ ...JOB, action, chosen: 1, subscribers: 0 });
  await userEvent.click(await screen.findByRole("checkbox", { name: "Select ben@daybolt.test" }));
  expect(screen.getByText("1 selected")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Add label" }));
  const form = within(await screen.findByRole("dialog", { name: "Add label" }));
  expect(form.getByRole("button", { name: "Count members" })).toHaveProperty("disabled", true);
  await userEvent.type(form.getByLabelText("Label"), "vip");
  await userEvent.click(form.getByRole("button", { name: "Count members" }));
  expect(await screen.findByRole("dialog", { name: "Add label “vip” for 1 member?" })).toBeTruthy();
  expect(server.sentTo("POST /api/admin/members/jobs")).toMatchObject([{ action, of: { ids: ["ben"] } }]);
});

test("another change typed after a failed attempt is a request of its own, and a retry is the same one", async () => {
  const server = await open(() => Response.json(page([member("Ana")])));
  server.routes["POST /api/admin/members/jobs"] = () => failure(503, "Away");
  await userEvent.click(await screen.findByRole("button", { name: "Add label" }));
  const form = within(await screen.findByRole("dialog", { name: "Add label" }));
  const count = async (times: number) => {
    await userEvent.click(form.getByRole("button", { name: "Count members" }));
    await waitFor(() => expect(server.sentTo("POST /api/admin/members/jobs")).toHaveLength(times));
    await waitFor(() => expect(form.getByRole("button", { name: "Count members" })).toHaveProperty("disabled", false));
  };
  await userEvent.type(form.getByLabelText("Label"), "vip");
  await count(1);
  await count(2);
  await userEvent.type(form.getByLabelText("Label"), "s");
  await count(3);
  const sent = server.sentTo("POST /api/admin/members/jobs") as { requestId: string }[];
  const [first, again, other] = sent.map(({ requestId }) => requestId);
  expect([again === first, other === first]).toEqual([true, false]);
});

test("ticked members are exported alone", async () => {
  const server = await open(() => Response.json(page([member("Ana"), member("Ben")])));
  const calls = () => server.calls.filter(({ path }) => path.includes("/export")).map(({ path }) => path);
  await userEvent.click(await screen.findByRole("checkbox", { name: "Select ben@daybolt.test" }));
  await userEvent.click(screen.getByRole("button", { name: "Export" }));
  await waitFor(() => expect(calls()).toEqual(["/api/admin/members/export?ids=ben"]));
});

test("a running change shows how far it is and can be cancelled; one that ended says for how many it's done", async () => {
  const ended: MemberJob = { ...JOB, id: "b", state: "cancelled", done: 20, author: "Ada Lovelace" };
  const jobs: MemberJob[] = [{ ...JOB, state: "running", done: 40 }, ended];
  const server = await open(() => Response.json(page([member("Ana")])), undefined, {}, jobs);
  expect(await screen.findByText("40 of 60 members so far")).toBeTruthy();
  expect(screen.getByText("Cancelled after 20 of 60 members · Ada Lovelace")).toBeTruthy();
  const path = `DELETE /api/admin/members/jobs/${JOB.id}`;
  server.routes[path] = () => Response.json({ ...JOB, state: "cancelled", done: 40 });
  await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
  await userEvent.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Cancel it" }));
  await waitFor(() => expect(server.sentTo(path)).toHaveLength(1));
});

test("a member list that fails to load says why and can be retried", async () => {
  let isBroken = true;
  await open(() => (isBroken ? failure(400, "Out of order") : Response.json(page([member("Ana")]))));
  expect(await screen.findByText("Couldn't load members")).toBeTruthy();
  expect(screen.getByText(/Out of order/)).toBeTruthy();
  isBroken = false;
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText("ana@daybolt.test")).toBeTruthy();
});

test("a member opens at their own URL, and the back link keeps the search", async () => {
  await open(() => Response.json(page([member("Ana")])), "/admin?tab=members&q=ana");
  await userEvent.click(await screen.findByRole("link", { name: /Ana/ }));
  expect(await screen.findByText("Member not found")).toBeTruthy();
  expect(window.location.search).toBe("?tab=members&q=ana&member=ana");
  const back = screen.getByRole("link", { name: "All members" });
  expect(back.getAttribute("href")).toBe("/admin?tab=members&q=ana");
});

test("opening a member right after typing doesn't shift the page between mouse press and release", async () => {
  await open(() => Response.json(page([member("Ana")])));
  const user = userEvent.setup();
  const link = await screen.findByRole("link", { name: /Ana/ });
  await user.type(screen.getByLabelText("Search by email or name"), "an");
  await user.pointer({ keys: "[MouseLeft>]", target: link });
  expect(window.location.search).toBe("?tab=members");
  await user.pointer({ keys: "[/MouseLeft]", target: link });
  expect(await screen.findByText("Member not found")).toBeTruthy();
  expect(window.location.search).toBe("?tab=members&member=ana");
});

test("opening a member from the search field by keyboard keeps the search in the back link", async () => {
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
