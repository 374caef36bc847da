import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test } from "vitest";
import type { InboundMail } from "#domain/contract/mail-responses.ts";
import { HOUR_MS } from "#domain/durations.ts";
import { failure, renderAsAdmin, startServer } from "#test/web/admin.tsx";
import { InboundCard } from "./inbound-card.tsx";
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
    acknowledgement: "sent",
    forwardedAt: new Date().toISOString(),
    hasFile: true,
    ...more,
  };
}

const listed = (mails: InboundMail[], next: string | null = null) => Response.json({ mails, next });
const REFUNDS = "GET /api/admin/inbound?list=refunds";
const STRANGERS = "GET /api/admin/inbound?list=strangers";

const refund = mail({
  id: "r1",
  subject: "Refund",
  asksRefund: true,
  answerBy: new Date(Date.now() + 5.5 * HOUR_MS).toISOString(),
  memberId: "m1",
});

test("a refund request shows its reply deadline, and can be marked as answered and reopened in place", async () => {
  const server = startServer({
    [REFUNDS]: () => listed([refund]),
    [STRANGERS]: () => listed([]),
    "POST /api/admin/inbound/r1/answered": () => Response.json({ message: "Marked." }),
  });
  await renderAsAdmin(<InboundCard />);
  const refunds = await screen.findByRole("region", { name: "Refund requests to answer" });
  await within(refunds).findByText("Reply is due in 5 hours.");
  expect(within(refunds).getByRole("link", { name: "View member" })).toHaveProperty("search", "?tab=members&member=m1");
  await userEvent.click(within(refunds).getByRole("button", { name: "Mark as answered: Refund" }));
  await userEvent.click(await within(refunds).findByRole("button", { name: "Reopen: Refund" }));
  await within(refunds).findByRole("button", { name: "Mark as answered: Refund" });
  expect(server.sentTo("POST /api/admin/inbound/r1/answered")).toEqual([{ isAnswered: true }, { isAnswered: false }]);
});

test("replying opens the operator's email program, and a refund request links to the member's payments", async () => {
  startServer({ [REFUNDS]: () => listed([refund]), [STRANGERS]: () => listed([mail({ fromAddress: "" })]) });
  await renderAsAdmin(<InboundCard />);
  const reply = await screen.findByRole<HTMLAnchorElement>("link", { name: "Reply: Refund" });
  expect(reply.href).toBe("mailto:ana%40x.test?subject=Re%3A%20Refund");
  const link = screen.getByRole<HTMLAnchorElement>("link", { name: "Refund…" });
  expect([link.search, link.hash]).toEqual(["?tab=members&member=m1", "#member-payments"]);
  // Without an address there is no one to reply to.
  expect(screen.getAllByRole("link", { name: /^Reply/ })).toHaveLength(1);
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
    [REFUNDS]: () => listed([refund]),
    [STRANGERS]: () => listed([]),
    [`${REFUNDS}&q=bob`]: () => listed([]),
    [`${STRANGERS}&q=bob`]: () => listed([mail({ subject: "From Bob" })]),
    "GET /api/admin/inbound?list=every&q=bob": () => listed([mail({ subject: "Old one" })]),
    "GET /api/admin/inbound?list=answered&q=bob": () => listed([]),
  });
  await renderAsAdmin(<InboundCard />);
  const user = userEvent.setup();
  await user.click(screen.getByLabelText("Search by sender or subject"));
  await user.paste("bob");
  await user.keyboard("{Enter}");
  await screen.findByText("From Bob");
  expect(await screen.findByText("No emails match your search.")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "All" }));
  await screen.findByText("Old one");
  expect(screen.queryByRole("region", { name: "Refund requests to answer" })).toBeNull();
  await user.click(screen.getByRole("button", { name: "Answered" }));
  await screen.findByRole("region", { name: "Answered refund requests" });
  expect(window.location.search).toBe("?q=bob&view=answered");
  expect(server.calls.some(({ path }) => path.includes("list=answered"))).toBe(true);
});

test("emails from strangers load page by page, and a failed load can be retried", async () => {
  let fails = true;
  startServer({
    [REFUNDS]: () => listed([]),
    [STRANGERS]: () => (fails ? failure(500, "Away") : listed([mail({ subject: "First" })], "1.a")),
    [`${STRANGERS}&cursor=1.a`]: () =>
      listed([mail({ subject: "", fromName: "", forwardedAt: null, acknowledgement: "limited" })]),
  });
  await renderAsAdmin(<InboundCard />);
  const strangers = await screen.findByRole("region", { name: "From people without an account" });
  await within(strangers).findByText("Couldn't load emails");
  fails = false;
  await userEvent.click(within(strangers).getByRole("button", { name: "Try again" }));
  await within(strangers).findByText("First");
  await userEvent.click(within(strangers).getByRole("button", { name: "Show more" }));
  await within(strangers).findByText("No subject");
  expect(within(strangers).getByText(/not acknowledged \(daily limit\) · not forwarded/)).toBeTruthy();
  expect(within(strangers).queryByRole("button", { name: "Show more" })).toBeNull();
});

test("when both lists fail, one message says so, and one button retries both", async () => {
  let fails = true;
  startServer({
    [REFUNDS]: () => (fails ? failure(500, "Away") : listed([refund])),
    [STRANGERS]: () => (fails ? failure(500, "Away") : listed([mail({ subject: "First" })])),
  });
  await renderAsAdmin(<InboundCard />);
  await waitFor(() => expect(screen.getAllByText("Couldn't load emails")).toHaveLength(1));
  await waitFor(() => expect(screen.queryByRole("region", { name: "Refund requests to answer" })).toBeNull());
  fails = false;
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByText("First");
  await screen.findByText("Reply is due in 5 hours.");
});

test("an email that can't be downloaded or marked says why and stays as it was", async () => {
  startServer({
    [REFUNDS]: () => listed([refund]),
    [STRANGERS]: () => listed([]),
    "POST /api/admin/inbound/r1/answered": () => failure(404, "Mail not found"),
    "GET /api/admin/inbound/r1/file": () => failure(404, "Mail not found"),
  });
  await renderAsAdmin(<InboundCard />);
  await userEvent.click(await screen.findByRole("button", { name: "Mark as answered: Refund" }));
  await waitFor(() => expect(screen.getByText("That didn't work")).toBeTruthy());
  await userEvent.click(screen.getByRole("button", { name: "Download: Refund" }));
  await waitFor(() => expect(screen.getByText("Couldn't download the email")).toBeTruthy());
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
