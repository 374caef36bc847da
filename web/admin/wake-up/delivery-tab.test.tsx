import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test } from "vitest";
import type { DeliveryResponse, Resend, TroubledBatch } from "#domain/contract/wake-up.ts";
import { MORNING, troubledBatch } from "#test/answers/delivery.ts";
import { failure, renderAsAdmin, startServer } from "#test/web/admin.tsx";
import { DeliveryTab } from "./delivery-tab.tsx";
import { shareText, troubleText } from "./delivery-words.ts";

const READ = "GET /api/admin/delivery";
const BATCHES = "GET /api/admin/delivery/batches";

const withBatches = (batches: TroubledBatch[], troubled = 1) => ({
  [READ]: () => Response.json({ ...MORNING, resendable: { batches: troubled, members: troubled * 4 } }),
  [BATCHES]: () => Response.json({ batches, next: null }),
});

const AGAIN = "POST /api/admin/batches/one/send-again";

test("a morning shows its slots and the on-time share against the target, and another day can be loaded", async () => {
  const server = startServer({
    [READ]: () => Response.json(MORNING),
    [`${READ}?date=2026-11-20`]: () => Response.json({ ...MORNING, date: "2026-11-20", slots: [] }),
  });
  await renderAsAdmin(<DeliveryTab />);
  await screen.findByRole("heading", { name: "Saturday, November 21, 2026" });
  expect(screen.getByText(/· target 99%$/).textContent).toContain("of 1,000 due");
  const row = within(screen.getByText("5:00 AM").closest("tr") as HTMLElement);
  expect(row.getAllByRole("cell").map((cell) => cell.textContent)).toEqual([
    "Hour (Central)5:00 AM",
    "Due1,000",
    "Sent990",
    "Failed4",
    "Missed5",
    "Unknown1",
    "On time98.9%",
  ]);
  expect(screen.getByText("12 sending")).toBeTruthy();
  expect(screen.getByText("Emails still being sent aren't counted as due yet.")).toBeTruthy();
  await userEvent.setup().click(screen.getByRole("button", { name: "Friday, November 20, 2026" }));
  await screen.findByText("No wake-up emails on this day yet.");
  expect(server.calls.at(-1)?.path).toContain("date=2026-11-20");
});

test("a date typed by keyboard loads once, when its year is complete, and the field keeps focus", async () => {
  const server = startServer({ [READ]: () => Response.json(MORNING) });
  server.routes[`${READ}?date=2027-11-21`] = () => Response.json({ ...MORNING, date: "2027-11-21", slots: [] });
  await renderAsAdmin(<DeliveryTab />);
  const field = await screen.findByLabelText("Morning");
  field.focus();
  for (const [key, year] of [
    ["2", "0002"],
    ["0", "0020"],
    ["2", "0202"],
    ["7", "2027"],
  ] as const) {
    fireEvent.keyDown(field, { key });
    fireEvent.change(field, { target: { value: `${year}-11-21` } });
  }
  await screen.findByRole("heading", { name: "Sunday, November 21, 2027" });
  expect(server.calls.filter(({ path }) => path.startsWith("/api/admin/delivery?")).map(({ path }) => path)).toEqual([
    "/api/admin/delivery?date=2027-11-21",
  ]);
  expect(document.activeElement).toBe(screen.getByLabelText("Morning"));
});

test("the on-time share is truncated, never rounded up to the target, and is a dash if no one is due", () => {
  const shares = [
    { due: 2000, onTime: 1979 },
    { due: 0, onTime: 0 },
    { due: 3, onTime: 3 },
  ];
  expect(shares.map(shareText)).toEqual(["98.9%", "–", "100%"]);
  expect(troubleText({ failed: 2, missed: 0, unknown: 1200, open: 0 })).toBe("2 failed, 1,200 unknown");
});

type User = ReturnType<typeof userEvent.setup>;
const press = async (user: User, question: string) =>
  user.click(within(await screen.findByRole("dialog", { name: question })).getByRole("button", { name: "Resend" }));

async function resend(user: User, question: string) {
  await user.click(await screen.findByRole("button", { name: /^Resend: / }));
  await press(user, question);
}

test("a batch that can't be resent says why, and offers no Resend button", async () => {
  const over = { canSendAgain: false };
  startServer(
    withBatches(
      [troubledBatch({ id: "late", ...over }), troubledBatch({ id: "left", ...over, hasNobodyLeft: true })],
      0,
    ),
  );
  await renderAsAdmin(<DeliveryTab />);
  expect(await screen.findByText("Too late to resend")).toBeTruthy();
  expect(screen.getByText("No one left to resend to")).toBeTruthy();
  expect(screen.queryByRole("button", { name: /^Resend/ })).toBeNull();
});

test("an hour's failures link to the affected members, and its bar is scaled to the busiest hour", async () => {
  startServer({ [READ]: () => Response.json(MORNING), [BATCHES]: () => Response.json({ batches: [], next: null }) });
  await renderAsAdmin(<DeliveryTab />);
  const link = await screen.findByRole("link", { name: "4 failed at 5:00 AM: show members" });
  expect(link.getAttribute("href")).toBe(
    `/admin?tab=members&failedSlot=${encodeURIComponent("2026-11-21T11:00:00.000Z")}`,
  );
  const bars = [...document.querySelectorAll<HTMLElement>("[aria-hidden][style]")];
  expect(bars.map(({ style }) => style.width)).toEqual(["100%", "1.2%"]);
  const [first] = bars as [HTMLElement];
  expect([...first.children].map((part) => (part as HTMLElement).style.width)).toEqual(["99%", "0.4%", "0.6%"]);
});

test("a failed batch is resent with its button, which shows the result", async () => {
  const answers = [
    () => failure(409, "That morning is over.", "conflict"),
    () => Response.json({ outcome: "queued", message: "Resending now." }),
  ];
  const batches = [troubledBatch(), troubledBatch({ id: "two", canSendAgain: false, wasSentAgain: true })];
  const server = startServer({
    ...withBatches(batches),
    [AGAIN]: () => answers.shift()?.() ?? failure(500, ""),
  });
  await renderAsAdmin(<DeliveryTab />);
  const user = userEvent.setup();
  expect(await screen.findAllByText("The provider says no")).toHaveLength(2);
  expect(screen.getByText("Resent")).toBeTruthy();
  const button = screen.getByRole("button", { name: /^Resend: / });
  const row = within(button.closest("li") as HTMLElement);
  await resend(user, "Resend to 4 members?");
  await row.findByText("That morning is over.");
  await resend(user, "Resend to 4 members?");
  await row.findByText("Resending now.");
  expect(row.queryByText("That morning is over.")).toBeNull();
  expect(server.sentTo(AGAIN)).toEqual([{ mayRepeat: false }, { mayRepeat: false }]);
  // The data is refetched after each.
  await waitFor(() => expect(server.sentTo(READ)).toHaveLength(3));
});

test("resending asks if a second copy is possible, and sends it only when confirmed", async () => {
  const unknown = troubledBatch({ failed: 0, unknown: 3, reason: null, state: "closed" });
  const server = startServer({
    ...withBatches([unknown]),
    [AGAIN]: ({ body }) =>
      (body as { mayRepeat: boolean }).mayRepeat
        ? Response.json({ outcome: "queued", message: "Resending now." })
        : Response.json({ outcome: "ask", message: "Some may get a second copy." }),
  });
  await renderAsAdmin(<DeliveryTab />);
  const user = userEvent.setup();
  await screen.findByRole("button", { name: "Resend: 5:00 AM, 3 unknown" });
  await resend(user, "Resend to 3 members?");
  await screen.findByRole("dialog", { name: "Resend the 5:00 AM email to 3 members anyway?" });
  await screen.findByText("Some may get a second copy.");
  await user.click(screen.getByRole("button", { name: "Cancel" }));
  expect(server.sentTo(AGAIN)).toEqual([{ mayRepeat: false }]);
  await resend(user, "Resend to 3 members?");
  await user.click(await screen.findByRole("button", { name: "Resend anyway" }));
  await screen.findByText("Resending now.");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

const ALL = "/api/admin/mornings/2026-11-21/send-again";
const RESEND = {
  state: "running",
  askedAt: "2026-11-21T15:12:00.000Z",
  resent: 3,
  left: 9,
  doubtful: 0,
  tooLate: 0,
} as const;
const withResend = (resend: DeliveryResponse["resend"], batches = 4) =>
  Response.json({ ...MORNING, resend, resendable: { batches, members: 1300 } });
const resendCard = async () => within(await screen.findByRole("region", { name: /^Resend/ }));

test("a morning is resent after a confirmation, any browser shows its progress, and a click stops it", async () => {
  const server = startServer({
    [READ]: () => withResend(null),
    [BATCHES]: () => Response.json({ batches: [troubledBatch()], next: null }),
    [`POST ${ALL}`]: () => Response.json({ outcome: "queued", message: "Resending starts within a minute." }),
    [`DELETE ${ALL}`]: () => Response.json({ ok: true }),
  });
  await renderAsAdmin(<DeliveryTab />);
  const user = userEvent.setup();
  await screen.findByText("1,300 members didn't get this email and still can.");
  await user.click(screen.getByRole("button", { name: "Resend all" }));
  server.routes[READ] = () => withResend({ ...RESEND, resent: 0, left: 12 });
  await press(user, "Resend to 1,300 members?");
  expect(server.sentTo(`POST ${ALL}`)).toEqual([{ mayRepeat: false }]);
  const card = await resendCard();
  await card.findByText("This starts within a minute. You can leave this page.");
  expect(card.getByText("0 of 12 batches")).toBeTruthy();
  expect(card.getByText("Started Nov 21, 2026, 9:12 AM Central")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Resend all" })).toBeNull();
  const readBatches = () => server.calls.filter(({ path }) => path.startsWith("/api/admin/delivery/batches")).length;
  const before = readBatches();
  // The page polls, and refetches the batches once some are resent.
  server.routes[READ] = () => withResend(RESEND);
  await card.findByText("3 of 12 batches");
  const bar = card.getByRole("progressbar", { name: "Resending" });
  expect([bar.getAttribute("value"), bar.getAttribute("max")]).toEqual(["3", "12"]);
  await waitFor(() => expect(readBatches()).toBe(before + 1));
  server.routes[READ] = () => withResend({ ...RESEND, state: "stopped" });
  await user.click(card.getByRole("button", { name: "Stop" }));
  await screen.findByRole("heading", { name: "Resending stopped" });
  expect(screen.getByText("3 batches resent.")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Resend all" })).toBeTruthy();
  expect(server.sentTo(`DELETE ${ALL}`)).toHaveLength(1);
});

test.for<[Partial<Resend>, string]>([
  [{ state: "paused" }, "Sending is paused. Resending continues when sending does."],
  [{ state: "done", resent: 1 }, "1 batch resent."],
  [{ state: "done", resent: 0 }, "There was nothing left to resend."],
  [{ state: "stopped", resent: 0 }, "Nothing was resent."],
  [{ state: "done", tooLate: 2 }, "3 batches resent. The day ended before we could resend 2 batches."],
])("the resend card describes a resend that is %j", async ([change, text]) => {
  startServer({
    [READ]: () => withResend({ ...RESEND, ...change }, 0),
    [BATCHES]: () => Response.json({ batches: [], next: null }),
  });
  await renderAsAdmin(<DeliveryTab />);
  expect((await resendCard()).getByText(text)).toBeTruthy();
});

test("emails that may have arrived are left out, and only a second confirmation resends them", async () => {
  const server = startServer({
    [READ]: () => withResend({ ...RESEND, state: "done", left: 0, doubtful: 2 }, 2),
    [BATCHES]: () => Response.json({ batches: [], next: null }),
    [`POST ${ALL}`]: () => Response.json({ outcome: "queued", message: "Resending starts within a minute." }),
  });
  await renderAsAdmin(<DeliveryTab />);
  const user = userEvent.setup();
  await screen.findByText("3 batches resent. We don't know whether 2 batches arrived.");
  expect(screen.queryByRole("button", { name: "Resend all" })).toBeNull();
  await user.click(screen.getByRole("button", { name: "Resend anyway" }));
  const question = within(await screen.findByRole("dialog", { name: "Resend 2 batches anyway?" }));
  await user.click(question.getByRole("button", { name: "Resend anyway" }));
  await waitFor(() => expect(server.sentTo(`POST ${ALL}`)).toEqual([{ mayRepeat: true }]));
});

test.for([
  ["start", null],
  ["stop", RESEND],
] as const)("a resend that fails to %s says why", async ([what, resend]) => {
  startServer({
    [READ]: () => withResend(resend),
    [BATCHES]: () => Response.json({ batches: [], next: null }),
    [`POST ${ALL}`]: () => failure(503, "The database is away."),
    [`DELETE ${ALL}`]: () => failure(503, "The database is away."),
  });
  await renderAsAdmin(<DeliveryTab />);
  const user = userEvent.setup();
  await user.click(await screen.findByRole("button", { name: what === "start" ? "Resend all" : "Stop" }));
  if (what === "start") await press(user, "Resend to 1,300 members?");
  await screen.findByText(what === "start" ? "Couldn't start resending" : "Couldn't stop resending");
});

test("a pause says why and when it ends, and Try now ends it", async () => {
  let pause: DeliveryResponse["pause"] = {
    kind: "all",
    until: "2099-01-01T06:05:00.000Z",
    reason: "API key is invalid",
  };
  const server = startServer({
    [READ]: () => Response.json({ ...MORNING, pause }),
    "POST /api/admin/delivery/try": () => {
      pause = null;
      return Response.json({ pause, lastTickAt: null, lastHourlyAt: null });
    },
  });
  await renderAsAdmin(<DeliveryTab />);
  await screen.findByText("API key is invalid");
  expect(screen.getByText(/^Until Jan 1, 2099, 12:05 AM Central\./)).toBeTruthy();
  await userEvent.setup().click(screen.getByRole("button", { name: "Try now" }));
  await waitFor(() => expect(screen.queryByText("Sending is paused")).toBeNull());
  expect(server.sentTo("POST /api/admin/delivery/try")).toHaveLength(1);
});

test("a complaint pause shows which emails are paused, and Resume ends it", async () => {
  let pause: DeliveryResponse["pause"] = {
    kind: "complaints",
    until: "2099-01-01T06:05:00.000Z",
    reason: "Too many spam complaints. Paused: gift emails. All other emails still go out.",
  };
  startServer({
    [READ]: () => Response.json({ ...MORNING, pause }),
    "POST /api/admin/delivery/try": () => {
      pause = null;
      return Response.json({ pause, lastTickAt: null, lastHourlyAt: null });
    },
  });
  await renderAsAdmin(<DeliveryTab />);
  await screen.findByText(/Paused: gift emails/);
  await userEvent.setup().click(screen.getByRole("button", { name: "Resume" }));
  await waitFor(() => expect(screen.queryByText("Some emails are paused")).toBeNull());
});

test("a delivery page that fails to load says so and can be retried", async () => {
  const server = startServer({ [READ]: () => failure(500, "Broken") });
  await renderAsAdmin(<DeliveryTab />);
  await screen.findByText("Couldn't load deliveries");
  server.routes[READ] = () => Response.json({ ...MORNING, mornings: [] });
  await userEvent.setup().click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByText(/^No mornings yet/);
});

test("the list of previous mornings starts with one week", async () => {
  const [morning] = MORNING.mornings;
  const mornings = Array.from({ length: 14 }, (_, day) => ({
    ...morning,
    date: `2026-11-${String(20 - day).padStart(2, "0")}`,
  }));
  startServer({ [READ]: () => Response.json({ ...MORNING, mornings }) });
  await renderAsAdmin(<DeliveryTab />);
  const rows = async () =>
    within(await screen.findByRole("table", { name: "Previous mornings" })).getAllByRole("row").length - 1;
  expect(await rows()).toBe(7);
  await userEvent.setup().click(screen.getByRole("button", { name: "Show more" }));
  expect(await rows()).toBe(14);
});
