import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test } from "vitest";
import type { InboundMail } from "#domain/contract/mail-responses.ts";
import { HOUR_MS } from "#domain/durations.ts";
import { failure, renderAsAdmin, startServer } from "#test/web/admin.tsx";
import { InboundCard } from "./inbound-card.tsx";
import { InboundLine } from "./inbound-row.tsx";
import { answerByText, isOverdue, replyTo } from "./inbound-words.ts";

function mail(more: Partial<InboundMail> = {}): InboundMail {
  return {
    id: crypto.randomUUID(),
    memberId: null,
    fromAddress: "ana@x.test",
    fromName: "Ana",
    subject: "My question",
    preview: "When does it begin?",
    receivedAt: new Date().toISOString(),
    asksRefund: false,
    answerBy: null,
    answeredAt: null,
    answeredBy: null,
    acknowledgement: "sent",
    forwardedAt: new Date().toISOString(),
    hasFile: true,
    ...more,
  };
}

const listed = (mails: InboundMail[], next: string | null = null) => Response.json({ mails, next });
const OPEN = "GET /api/admin/inbound?list=open";

const dueIn = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();
const pressMore = async (subject: string) =>
  userEvent.click(await screen.findByRole("button", { name: `More actions: ${subject}` }));
const refund = mail({ id: "r1", subject: "Refund", asksRefund: true, answerBy: dueIn(5.5), memberId: "m1" });

test("an email shows its reply deadline, and can be marked as answered and reopened in place", async () => {
  const server = startServer({
    [OPEN]: () => listed([refund]),
    "POST /api/admin/inbound/r1/answered": () => Response.json({ message: "Marked." }),
  });
  await renderAsAdmin(<InboundCard />);
  await screen.findByText("Reply is due in 5 hours.");
  const sender = screen.getByRole("link", { name: "Ana <ana@x.test>" });
  expect(sender).toHaveProperty("search", "?tab=members&member=m1");
  await userEvent.click(screen.getByRole("button", { name: "Mark as answered: Refund" }));
  await userEvent.click(await screen.findByRole("button", { name: "Reopen: Refund" }));
  await screen.findByRole("button", { name: "Mark as answered: Refund" });
  expect(server.sentTo("POST /api/admin/inbound/r1/answered")).toEqual([{ isAnswered: true }, { isAnswered: false }]);
});

test("on the sender's page an email is a line that opens, and is open while it waits for an answer", async () => {
  const waits = mail({ subject: "My hour", answerBy: dueIn(40.5) });
  const done = mail({ subject: "Thanks", answeredAt: dueIn(-1) });
  startServer({});
  await renderAsAdmin([waits, done].map((one) => <InboundLine key={one.id} mail={one} />));
  const isOpen = (subject: string) => screen.getByText(subject).closest("details")?.open;
  expect([isOpen("My hour"), isOpen("Thanks")]).toEqual([true, false]);
  expect(screen.getByText("Reply is due in 40 hours.")).toBeTruthy();
  expect(screen.queryByText(/ana@x\.test/)).toBeNull();
});

test("an answer is written below the email and what we answered before, and a retry keeps its ID", async () => {
  let fails = true;
  const old = { id: "a1", body: "Soon.", state: "failed", lastError: "suppressed", createdAt: dueIn(-1) };
  const server = startServer({
    [OPEN]: () => listed([mail({ id: "q1", answerBy: dueIn(40.5), answeredBy: "Ada" })]),
    "GET /api/admin/inbound/q1": () => Response.json({ text: "When does it begin?\nAt six?", answers: [old] }),
    "POST /api/admin/inbound/q1/answer": () =>
      fails ? failure(503, "Away") : Response.json({ message: "Your answer is on its way." }),
  });
  await renderAsAdmin(<InboundCard />);
  await screen.findByText("Reply is due in 40 hours. Ada's answer wasn't sent.");
  await userEvent.click(screen.getByRole("button", { name: "Answer: My question" }));
  const dialog = await screen.findByRole("dialog");
  await within(dialog).findByText(/At six/);
  await within(dialog).findByText(/^Not sent: address suppressed · /);
  const send = within(dialog).getByRole("button", { name: "Send answer" });
  expect(send).toHaveProperty("disabled", true);
  await userEvent.type(within(dialog).getByLabelText("Your answer"), "At six.");
  await userEvent.click(send);
  await within(dialog).findByText("That didn't work");
  fails = false;
  await userEvent.click(send);
  await screen.findByRole("button", { name: "Reopen: My question" });
  expect(screen.queryByRole("dialog")).toBeNull();
  const sent = server.sentTo("POST /api/admin/inbound/q1/answer") as {
    requestId: string;
    body: string;
    seen: number;
  }[];
  expect(sent.map(({ body, seen }) => [body, seen])).toEqual([
    ["At six.", 1],
    ["At six.", 1],
  ]);
  expect(new Set(sent.map(({ requestId }) => requestId)).size).toBe(1);
});

test("an email program can reply, a refund request links to payments, and an automatic email asks for no answer", async () => {
  startServer({ [OPEN]: () => listed([refund, mail({ fromAddress: "", answerBy: dueIn(1) }), mail()]) });
  await renderAsAdmin(<InboundCard />);
  await pressMore("Refund");
  const reply = screen.getByRole<HTMLAnchorElement>("menuitem", { name: "Reply in your email program" });
  expect(reply.href).toBe("mailto:ana%40x.test?subject=Re%3A%20Refund");
  await userEvent.keyboard("{Escape}");
  const link = screen.getByRole<HTMLAnchorElement>("link", { name: "Refund…" });
  expect([link.search, link.hash]).toEqual(["?tab=members&member=m1", "#member-payments"]);
  // Without an address there is no one to answer.
  const [, unknown] = screen.getAllByRole("button", { name: /^More actions/ });
  await userEvent.click(unknown as HTMLElement);
  expect(screen.getAllByRole("menuitem").map(({ textContent }) => textContent)).toEqual(["Download email"]);
  await userEvent.keyboard("{Escape}");
  expect(screen.getAllByRole("button", { name: /^Answer: / })).toHaveLength(1);
  expect(screen.getAllByRole("button", { name: /^Mark as answered/ })).toHaveLength(2);
});

test("a malicious sender or subject injects nothing into the reply", () => {
  const hostile = { fromAddress: "a@x.test?bcc=b@x.test", subject: "RE: Hi&body=pay\r\nBcc: c@x.test" };
  const url = new URL(replyTo(hostile));
  expect([...url.searchParams]).toEqual([["subject", hostile.subject]]);
  expect(decodeURIComponent(url.pathname)).toBe(hostile.fromAddress);
  expect(replyTo({ fromAddress: "a@x.test", subject: "" })).toBe("mailto:a%40x.test?subject=Re%3A%20your%20email");
});

test("emails are searched and filtered through the URL, and an empty result says so", async () => {
  const server = startServer({
    [OPEN]: () => listed([refund]),
    [`${OPEN}&q=bob`]: () => listed([]),
    "GET /api/admin/inbound?list=every&q=bob": () => listed([mail({ subject: "Old one" })]),
    "GET /api/admin/inbound?list=answered&q=bob": () => listed([]),
  });
  await renderAsAdmin(<InboundCard />);
  const user = userEvent.setup();
  await user.click(screen.getByLabelText("Search by sender or subject"));
  await user.paste("bob");
  await user.keyboard("{Enter}");
  expect(await screen.findByText("No emails match your search.")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "All" }));
  await screen.findByText("Old one");
  await user.click(screen.getByRole("button", { name: "Answered" }));
  await screen.findByText("No emails match your search.");
  expect(window.location.search).toBe("?q=bob&view=answered");
  expect(server.calls.some(({ path }) => path.includes("list=answered"))).toBe(true);
});

test("emails load page by page, and a failed load can be retried", async () => {
  let fails = true;
  startServer({
    [OPEN]: () => (fails ? failure(500, "Away") : listed([mail({ subject: "First" })], "1.a")),
    [`${OPEN}&cursor=1.a`]: () =>
      listed([mail({ subject: "", fromName: "", forwardedAt: null, acknowledgement: "limited" })]),
  });
  await renderAsAdmin(<InboundCard />);
  await screen.findByText("Couldn't load emails");
  fails = false;
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByText("First");
  await userEvent.click(screen.getByRole("button", { name: "Show more" }));
  await screen.findByText("No subject");
  expect(screen.getByText(/not acknowledged \(daily limit\) · not forwarded/)).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Show more" })).toBeNull();
});

test("an email that can't be downloaded or marked says why in its row until that's dismissed, and stays as it was", async () => {
  startServer({
    [OPEN]: () => listed([refund]),
    "POST /api/admin/inbound/r1/answered": () => failure(404, "Mail not found"),
    "GET /api/admin/inbound/r1/file": () => failure(404, "Mail not found"),
  });
  await renderAsAdmin(<InboundCard />);
  await userEvent.click(await screen.findByRole("button", { name: "Mark as answered: Refund" }));
  await waitFor(() => expect(screen.getByText("That didn't work")).toBeTruthy());
  await pressMore("Refund");
  await userEvent.click(screen.getByRole("menuitem", { name: "Download email" }));
  await waitFor(() => expect(screen.getByText("Couldn't download the email")).toBeTruthy());
  const row = within(screen.getByText("Refund").closest("li") as HTMLElement);
  expect(row.getAllByRole("alert")).toHaveLength(2);
  for (const dismiss of row.getAllByRole("button", { name: "Dismiss" })) await userEvent.click(dismiss);
  expect(row.queryByRole("alert")).toBeNull();
  expect(screen.getByRole("button", { name: "Mark as answered: Refund" })).toBeTruthy();
});

test.each([
  [30 * 60_000, "Reply is due in less than an hour."],
  [1.5 * HOUR_MS, "Reply is due in 1 hour."],
  [-26 * HOUR_MS, "Reply is 26 hours overdue."],
  [-1642 * HOUR_MS, "Reply is 68 days overdue."],
])("with %i ms left, the reply deadline reads: %s", (left, text) => {
  expect(answerByText(new Date(left).toISOString(), 0)).toBe(text);
  expect(isOverdue(new Date(left).toISOString(), 0)).toBe(left < 0);
});
