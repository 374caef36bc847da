import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test } from "vitest";
import type { CreateTrialRequest, TrialUser } from "#domain/contract/access.ts";
import { DAY_MS } from "#domain/durations.ts";
import { failure, renderAsAdmin, startServer } from "#test/web/admin.tsx";
import { allUnsaved } from "../parts/unsaved.ts";
import { TrialsTab } from "./trials-tab.tsx";

const CREATE = "POST /api/admin/create-trial";
const LIST = "GET /api/admin/trial-users?limit=25";

const granted = () => Response.json({ message: "Free trial created for Ana" });

function trialUser(overrides: Partial<TrialUser>): TrialUser {
  return {
    id: crypto.randomUUID(),
    firstName: null,
    lastName: null,
    email: "a@x.test",
    trialEndDate: null,
    lastDay: null,
    isSetUp: false,
    isSuppressed: false,
    ...overrides,
  };
}

async function openForm(create: () => Response | Promise<Response>) {
  const user = userEvent.setup();
  const server = startServer({ [CREATE]: create, [LIST]: () => Response.json([]) });
  const view = await renderAsAdmin(<TrialsTab />);
  const form = within(screen.getByRole("region", { name: "Create Free Trial" }));
  const submit = form.getByRole("button", { name: "Send Trial Invite" });
  return { user, server, view, form, submit, sent: () => server.sentTo(CREATE) as CreateTrialRequest[] };
}

async function fill({ user, form }: Pick<Awaited<ReturnType<typeof openForm>>, "user" | "form">) {
  await user.type(form.getByLabelText("Name"), "Ana Lopez");
  await user.type(form.getByLabelText("Email Address"), "ana@daybolt.test");
}

test("name and email are required, and a successful grant shows a check mark and clears the form", async () => {
  const page = await openForm(granted);
  expect(page.submit).toHaveProperty("disabled", true);
  await fill(page);
  await page.user.selectOptions(page.form.getByLabelText("Trial Duration"), "3 months");
  await page.user.click(page.submit);
  expect((await page.form.findByRole("status")).textContent).toBe("✓ Free trial created for Ana");
  expect(page.sent()).toEqual([
    {
      name: "Ana Lopez",
      email: "ana@daybolt.test",
      trialMonths: 3,
      requestId: expect.stringMatching(/^[\da-f-]{36}$/),
    },
  ]);
  await waitFor(() => expect(page.form.getByLabelText("Name")).toHaveProperty("value", ""));
});

test("text typed while a grant is being sent stays, and is sent as a new request", async () => {
  let answer = (_: Response) => {};
  const page = await openForm(() => new Promise((resolve) => (answer = resolve)));
  await fill(page);
  await page.user.click(page.submit);
  await waitFor(() => expect(page.sent()).toHaveLength(1));
  await page.user.clear(page.form.getByLabelText("Name"));
  await page.user.type(page.form.getByLabelText("Name"), "Ben");
  answer(granted());
  await page.form.findByText("✓ Free trial created for Ana");
  expect(page.form.getByLabelText("Name")).toHaveProperty("value", "Ben");
});

test("a retry after a lost response reuses the request ID; changed input or the next grant gets a new one", async () => {
  const answers = [
    () => Promise.reject(new TypeError("Failed to fetch")),
    () => failure(409, "Ana has a trial until 6/1/2027. Send again to extend it.", "conflict"),
    granted,
    granted,
  ];
  const page = await openForm(() => answers.shift()?.() ?? granted());
  await fill(page);
  await page.user.click(page.submit);
  expect((await page.form.findByRole("alert")).textContent).toBe("✗ Failed to create trial account");
  await page.user.click(page.submit);
  await page.form.findByText("✗ Ana has a trial until 6/1/2027. Send again to extend it.");
  expect(page.form.getByLabelText("Email Address")).toHaveProperty("value", "ana@daybolt.test");
  await page.user.selectOptions(page.form.getByLabelText("Trial Duration"), "2 months");
  await page.user.click(page.submit);
  await page.form.findByText("✓ Free trial created for Ana");
  await fill(page);
  await page.user.click(page.submit);
  await waitFor(() => expect(page.sent()).toHaveLength(4));
  const [first, repeat, changed, next] = page.sent().map(({ requestId }) => requestId);
  expect(repeat).toBe(first);
  expect(new Set([first, changed, next]).size).toBe(3);
});

test("a trial granted while the list is first loading appears in the list", async () => {
  const user = userEvent.setup();
  const firstReading = Promise.withResolvers<Response>();
  const readings = [() => firstReading.promise, () => Response.json([trialUser({ firstName: "Listed" })])];
  const server = startServer({ [CREATE]: granted, [LIST]: () => readings.shift()?.() ?? failure(500, "Read again") });
  await renderAsAdmin(<TrialsTab />);
  const form = within(screen.getByRole("region", { name: "Create Free Trial" }));
  await waitFor(() => expect(readings).toHaveLength(1));
  await fill({ user, form });
  await user.click(form.getByRole("button", { name: "Send Trial Invite" }));
  await waitFor(() => expect(server.sentTo(CREATE)).toHaveLength(1));
  expect(await screen.findByText("Listed")).toBeTruthy();
  firstReading.resolve(Response.json([]));
});

test("a double click sends one request", async () => {
  const page = await openForm(granted);
  await fill(page);
  await page.user.dblClick(page.submit);
  await page.form.findByText("✓ Free trial created for Ana");
  expect(new Set(page.sent().map(({ requestId }) => requestId)).size).toBe(1);
});

test("a proxy's error page is shown as our own error message, and a reload warns about the typed trial", async () => {
  const page = await openForm(() => new Response("<html>502</html>", { status: 502 }));
  await fill(page);
  await page.user.click(page.submit);
  expect((await page.form.findByRole("alert")).textContent).toBe("✗ Failed to create trial account");
  expect(allUnsaved()).toEqual(["Free trial"]);
});

test("trial users show their name, or else their email, and are deleted after a confirmation", async () => {
  const users = [
    trialUser({ firstName: "Ana", lastName: "Lima", trialEndDate: "2027-01-01T07:00:00.000Z" }),
    trialUser({ firstName: "Bo" }),
    trialUser({ lastName: "", email: "c@x.test" }),
  ];
  const server = startServer({ [LIST]: () => Response.json(users) });
  await renderAsAdmin(<TrialsTab />);
  const user = userEvent.setup();
  const list = within(screen.getByRole("region", { name: "Manage Trial Users" }));
  expect((await list.findAllByRole("listitem")).map((row) => row.querySelector("p")?.textContent)).toEqual([
    "Ana Lima",
    "Bo",
    "c@x.test",
  ]);
  expect(list.getByText(/^Trial ends: Jan 1, 2027 · Expire/)).toBeTruthy();
  expect(list.getAllByText("Trial ends: Not set")).toHaveLength(2);
  await user.click(list.getByRole("button", { name: "Delete Ana Lima" }));
  server.routes[`DELETE /api/admin/trial-users/${users[0]?.id}`] = () => {
    users.shift();
    return Response.json({});
  };
  await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Delete trial user" }));
  await screen.findByText("Trial User Deleted");
  await waitFor(() => expect(list.queryByText("Ana Lima")).toBeNull());
});

test("the trial list is searched and sorted on the server via the URL, and shows when each trial expires", async () => {
  const endsIn = (ms: number) => trialUser({ trialEndDate: new Date(Date.now() + ms).toISOString() });
  const server = startServer({
    [LIST]: () => Response.json([endsIn(8.5 * DAY_MS), endsIn(DAY_MS / 2), endsIn(-DAY_MS)]),
    [`${LIST}&sort=soonest`]: () => Response.json([]),
    [`${LIST}&q=lima&sort=soonest`]: () => Response.json([trialUser({ firstName: "Ana" })]),
  });
  await renderAsAdmin(<TrialsTab />, "/admin?tab=trials");
  const list = within(screen.getByRole("region", { name: "Manage Trial Users" }));
  for (const text of [/ · Expires in 9 days$/, / · Expires in 1 day$/, / · Expired$/])
    expect(await list.findByText(text)).toBeTruthy();
  const user = userEvent.setup();
  await user.selectOptions(list.getByLabelText("Show"), "Active, ending soonest first");
  await list.findByText("No trial users found");
  await user.type(list.getByLabelText("Search trials"), "lima{Enter}");
  await list.findByText("Ana");
  expect(window.location.search).toBe("?tab=trials&sort=soonest&q=lima");
  expect(server.calls.at(-1)?.path).toContain("q=lima");
});

test("a trial user who can't be deleted stays listed, with the reason shown", async () => {
  const paying = trialUser({ firstName: "Bo" });
  startServer({
    [LIST]: () => Response.json([paying]),
    [`DELETE /api/admin/trial-users/${paying.id}`]: () => failure(409, "Bo has paid since", "conflict"),
  });
  await renderAsAdmin(<TrialsTab />);
  const user = userEvent.setup();
  await user.click(await screen.findByRole("button", { name: "Delete Bo" }));
  await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Delete trial user" }));
  await screen.findByText("Failed to delete trial user");
  await screen.findByText("Bo has paid since");
  expect(screen.getByText("Bo")).toBeTruthy();
});

test("a running trial's end date can be changed, and an unused invitation can be resent", async () => {
  const open = trialUser({ firstName: "Ana", lastDay: "2027-01-01", trialEndDate: "2027-01-01T07:00:00.000Z" });
  const used = trialUser({ firstName: "Bo", lastDay: "2027-01-01", isSetUp: true });
  const over = trialUser({ firstName: "Cy" });
  const END = `PUT /api/admin/trial-users/${open.id}/end`;
  const INVITE = `POST /api/admin/trial-users/${open.id}/invite`;
  const answers = [
    () => failure(409, "Ana has a password", "conflict"),
    () => Response.json({ message: "On its way." }),
  ];
  const server = startServer({
    [LIST]: () => Response.json([open, used, over]),
    [END]: () => Response.json({ message: "The trial of Ana ends on Sunday." }),
    [INVITE]: () => answers.shift()?.() ?? failure(500, "No more"),
  });
  await renderAsAdmin(<TrialsTab />);
  const user = userEvent.setup();
  await user.click(await screen.findByRole("button", { name: "Change end date for Ana" }));
  const dialog = within(screen.getByRole("dialog"));
  expect(dialog.getByRole("button", { name: "Change end date" })).toHaveProperty("disabled", true);
  fireEvent.change(dialog.getByLabelText("Last day"), { target: { value: "2027-02-07" } });
  expect(dialog.getByText("We'll email them the new date.")).toBeTruthy();
  await user.click(dialog.getByRole("button", { name: "Change end date" }));
  await screen.findByText("The trial of Ana ends on Sunday.");
  expect(server.sentTo(END)).toEqual([{ endDate: "2027-02-07" }]);
  await user.click(screen.getByRole("button", { name: "Change end date for Ana" }));
  expect(screen.getByLabelText("Last day")).toHaveProperty("value", "2027-01-01");
  await user.keyboard("{Escape}");

  expect(screen.getAllByRole("button", { name: /Resend invitation/ })).toHaveLength(1);
  await user.click(screen.getByRole("button", { name: "Resend invitation for Ana" }));
  const again = within(screen.getByRole("dialog")).getByRole("button", { name: "Resend invitation" });
  await user.click(again);
  await screen.findByText("Ana has a password");
  await user.click(again);
  await screen.findByText("On its way.");
  const [first, second] = server.sentTo(INVITE) as { requestId: string }[];
  expect(second?.requestId).toBe(first?.requestId);
  expect(screen.queryByRole("button", { name: /for Cy/ })).toBeNull();
});

test("a suppressed address is marked, has no Resend invitation button, and isn't promised an end-date email", async () => {
  const ana = trialUser({ firstName: "Ana", lastDay: "2027-01-01", isSuppressed: true });
  startServer({ [LIST]: () => Response.json([ana]) });
  await renderAsAdmin(<TrialsTab />);
  expect(await screen.findByText("Suppressed")).toBeTruthy();
  expect(screen.queryByRole("button", { name: /Resend invitation/ })).toBeNull();
  await userEvent.setup().click(screen.getByRole("button", { name: "Change end date for Ana" }));
  const dialog = within(screen.getByRole("dialog"));
  fireEvent.change(dialog.getByLabelText("Last day"), { target: { value: "2027-02-07" } });
  expect(dialog.getByText("They won't get an email: this address is suppressed.")).toBeTruthy();
});
