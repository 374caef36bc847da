import { useQuery } from "@tanstack/react-query";
import { screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test } from "vitest";
import { PAYMENT, SUBSCRIPTION } from "#test/answers/payments.ts";
import { failure, renderAsAdmin, startServer } from "#test/web/admin.tsx";
import { MemberSubscriptions, PaymentRow } from "./member-payments.tsx";
import { memberPaymentsQuery } from "./members.query.ts";

const READ = "GET /api/admin/members/m-1/payments";
/** Subscriptions with the payments that the timeline shows. */
function MemberPayments({ id }: { id: string }) {
  const { data } = useQuery(memberPaymentsQuery(id));
  return (
    <>
      <MemberSubscriptions id={id} />
      <ul aria-label="Payments">
        {data?.payments.map((payment) => (
          <PaymentRow key={payment.id} payment={payment} />
        ))}
      </ul>
    </>
  );
}

const REFUND = "POST /api/admin/payments/SALE-1/refund";

test("PayPal's status and ours are shown together, and syncing reports its result", async () => {
  let subscription = { ...SUBSCRIPTION, difference: "PayPal says CANCELLED." };
  const server = startServer({
    [READ]: () => Response.json({ subscriptions: [subscription], payments: [] }),
    "POST /api/admin/members/m-1/subscriptions/I-1/heal": () => {
      subscription = SUBSCRIPTION as typeof subscription;
      return Response.json({ message: "Read again: nothing differs." });
    },
  });
  await renderAsAdmin(<MemberPayments id="m-1" />);
  const row = within(await screen.findByRole("list", { name: "Subscriptions" }));
  for (const text of ["Active", "Paid for, renews", "I-1", "Out of sync: PayPal says CANCELLED."])
    expect(row.getByText(text)).toBeTruthy();
  expect(row.getByText("PAYMENT.SALE.COMPLETED").closest("details")?.textContent).toContain("Nov 20, 2026");
  await userEvent.setup().click(row.getByRole("button", { name: "Sync with PayPal" }));
  await screen.findByText("Read again: nothing differs.");
  await screen.findByRole("list", { name: "Subscriptions" });
  expect(screen.queryByText(/Out of sync/)).toBeNull();
  expect(server.sentTo("POST /api/admin/members/m-1/subscriptions/I-1/heal")).toHaveLength(1);
});

test("an unconfirmed PayPal cancellation shows as neither active nor ended, with a possible charge", async () => {
  const waiting = { ...SUBSCRIPTION, isCancelPending: true };
  startServer({ [READ]: () => Response.json({ subscriptions: [waiting], payments: [] }) });
  await renderAsAdmin(<MemberPayments id="m-1" />);
  expect((await screen.findByText("Cancelling")).className).toContain("warn");
  expect(screen.getByText("Active").className).not.toContain("good");
  expect(screen.getByText("Possible charge").nextSibling?.textContent).toBe(
    "Dec 20, 2026, unless PayPal confirms first",
  );
});

test("a member who is charged twice is flagged", async () => {
  const second = { ...SUBSCRIPTION, id: "I-2", isDouble: true };
  startServer({ [READ]: () => Response.json({ subscriptions: [SUBSCRIPTION, second], payments: [] }) });
  await renderAsAdmin(<MemberPayments id="m-1" />);
  await screen.findByText(/They're being charged twice/);
  expect(screen.getAllByText("Duplicate")).toHaveLength(1);
});

test.for([
  [true, "Inside the 48-hour window"],
  [false, "Outside the 48-hour window"],
] as const)(
  "a refund is labeled by its window (%o), requires a reason, and keeps its ID when retried",
  async ([isWithinWindow, mark]) => {
    let answer = () => failure(503, "PayPal does not answer just now.");
    const server = startServer({
      [READ]: () => Response.json({ subscriptions: [], payments: [{ ...PAYMENT, isWithinWindow }] }),
      [REFUND]: () => answer(),
    });
    await renderAsAdmin(<MemberPayments id="m-1" />);
    const user = userEvent.setup();
    await user.click(await screen.findByRole("button", { name: "Refund $9.99" }));
    const question = within(await screen.findByRole("dialog", { name: "Refund $9.99?" }));
    expect(question.getByText(mark)).toBeTruthy();
    expect(question.getByText(/cancel the subscription first/)).toBeTruthy();
    const confirm = question.getByRole<HTMLButtonElement>("button", { name: "Refund $9.99" });
    expect(confirm.disabled).toBe(true);
    await user.type(question.getByLabelText("Reason"), "Asked by mail");
    await user.click(confirm);
    await screen.findByText("Refund failed");
    answer = () => Response.json({ message: "Refunded." });
    await user.click(confirm);
    await screen.findByText("Refunded.");
    const [first, second] = server.sentTo(REFUND) as { requestId: string; reason: string }[];
    expect(first?.reason).toBe("Asked by mail");
    expect(second).toEqual(first);
  },
);

test("closing a dialog with a typed reason asks first, and a sent or discarded reason doesn't come back", async () => {
  startServer({
    [READ]: () => Response.json({ subscriptions: [], payments: [PAYMENT] }),
    [REFUND]: () => Response.json({ message: "Refunded." }),
  });
  await renderAsAdmin(<MemberPayments id="m-1" />);
  const user = userEvent.setup();
  const ask = async () => {
    await user.click(await screen.findByRole("button", { name: "Refund $9.99" }));
    return within(await screen.findByRole("dialog", { name: "Refund $9.99?" }));
  };
  const reasonIn = (question: Awaited<ReturnType<typeof ask>>) =>
    question.getByLabelText<HTMLInputElement>("Reason").value;
  const answer = async (label: string) => {
    const discard = within(await screen.findByRole("dialog", { name: "Discard your changes?" }));
    await user.click(discard.getByRole("button", { name: label }));
  };
  let question = await ask();
  await user.type(question.getByLabelText("Reason"), "Asked by mail");
  await user.keyboard("{Escape}");
  await answer("Keep editing");
  expect(reasonIn(question)).toBe("Asked by mail");
  await user.click(question.getByRole("button", { name: "Cancel" }));
  await answer("Discard changes");
  question = await ask();
  expect(reasonIn(question)).toBe("");
  await user.type(question.getByLabelText("Reason"), "Charged twice");
  await user.click(question.getByRole("button", { name: "Refund $9.99" }));
  await screen.findByText("Refunded.");
  expect(reasonIn(await ask())).toBe("");
});

const askRefund = async (payment: Partial<typeof PAYMENT>, answer: () => Response) => {
  const server = startServer({
    [READ]: () => Response.json({ subscriptions: [], payments: [{ ...PAYMENT, ...payment }] }),
    [REFUND]: () => answer(),
  });
  await renderAsAdmin(<MemberPayments id="m-1" />);
  const user = userEvent.setup();
  await user.click(await screen.findByRole("button", { name: "Refund $9.99" }));
  return { server, user, question: within(await screen.findByRole("dialog")) };
};

test("a refund reason is chosen with one click, or typed under Other", async () => {
  const { server, user, question } = await askRefund({}, () => Response.json({ message: "Done." }));
  const reason = question.getByLabelText<HTMLInputElement>("Reason");
  await user.click(question.getByRole("button", { name: "Charged twice" }));
  expect(reason.value).toBe("Charged twice");
  expect(question.getByRole("button", { name: "Charged twice" }).getAttribute("aria-pressed")).toBe("true");
  await user.click(question.getByRole("button", { name: "Other" }));
  expect([reason.value, document.activeElement]).toEqual(["", reason]);
  await user.click(question.getByRole("button", { name: "Not satisfied" }));
  await user.click(question.getByRole("button", { name: "Refund $9.99" }));
  await screen.findByText("Done.");
  expect(server.sentTo(REFUND)).toMatchObject([{ reason: "Not satisfied", cents: 999 }]);
});

test.for([
  ["ends_access", /its access ends now/],
  ["over", /Its access has already ended/],
  ["keeps_access", /isn't the payment for the current period, so access continues/],
] as const)(
  "a refund dialog says what a full refund does (%s), and that a partial one changes nothing",
  async ([effect, text]) => {
    const { server, user, question } = await askRefund({ effect }, () => Response.json({ message: "Done." }));
    expect(question.getByText(text)).toBeTruthy();
    const amount = question.getByLabelText("Amount");
    await user.clear(amount);
    await user.type(amount, "10");
    expect(question.getByText("Enter an amount up to $9.99")).toBeTruthy();
    await user.click(question.getByRole("button", { name: "Charged twice" }));
    expect(question.getByRole<HTMLButtonElement>("button", { name: "Refund $9.99" }).disabled).toBe(true);
    await user.clear(amount);
    await user.type(amount, "4.5");
    expect(
      question.getByText(/This is a partial refund\. Access and the subscription stay as they are\.$/),
    ).toBeTruthy();
    await user.click(question.getByRole("button", { name: "Refund $4.50" }));
    await screen.findByText("Done.");
    expect(server.sentTo(REFUND)).toMatchObject([{ reason: "Charged twice", cents: 450 }]);
  },
);

test("a failed refund is reported in its dialog, and the next click after a refusal is a new request", async () => {
  const answers = [() => failure(503, "PayPal isn't responding."), () => failure(409, "PayPal refused.", "conflict")];
  const done = () => Response.json({ message: "Done." });
  const { server, user, question } = await askRefund({}, () => (answers.shift() ?? done)());
  await user.click(question.getByRole("button", { name: "Charged twice" }));
  const confirm = question.getByRole("button", { name: "Refund $9.99" });
  await user.click(confirm);
  expect((await question.findByRole("alert")).textContent).toMatch(
    /^Refund failedPayPal isn't responding\. Request ID/,
  );
  await user.click(confirm);
  await question.findByText("PayPal refused.");
  await user.click(confirm);
  await screen.findByText("Done.");
  const [first, second, third] = (server.sentTo(REFUND) as { requestId: string }[]).map(({ requestId }) => requestId);
  expect(second).toBe(first);
  expect(third).not.toBe(second);
});

test("a refund PayPal permanently refuses can't be retried, and the dialog shows when its window ended", async () => {
  const { question, user } = await askRefund({ isWithinWindow: false }, () => failure(410, "Too late.", "gone"));
  expect(
    question.getByText("The window began with their first payment and ended Nov 22, 2026, 6:00 AM Central."),
  ).toBeTruthy();
  expect(question.getByLabelText("Reason")).toHaveProperty("required", true);
  await user.click(question.getByRole("button", { name: "Not satisfied" }));
  await user.click(question.getByRole("button", { name: "Refund $9.99" }));
  await question.findByText("Too late.");
  expect(question.getByRole<HTMLButtonElement>("button", { name: "Refund $9.99" }).disabled).toBe(true);
});

test("a fully refunded payment can't be refunded again", async () => {
  const refunded = {
    ...PAYMENT,
    state: "refunded",
    refundedCents: 999,
    refundableCents: 0,
    refunds: [{ at: "2026-11-22T12:00:00.000Z", amountCents: 999, reason: "Asked by mail", by: "Ada Lovelace" }],
  };
  startServer({ [READ]: () => Response.json({ subscriptions: [], payments: [refunded] }) });
  await renderAsAdmin(<MemberPayments id="m-1" />);
  await screen.findByText("Refunded");
  expect(screen.getByText('"Asked by mail"').closest("p")?.textContent).toContain("by Ada Lovelace: ");
  expect(screen.getByText(/SALE-1 · PayPal fee \$0\.84 · \$9\.99 refunded$/)).toBeTruthy();
  expect(screen.queryByRole("button", { name: /Refund/ })).toBeNull();
});

test("a member who never paid and payments that fail to load each have their own message", async () => {
  const server = startServer({ [READ]: () => failure(500, "Broken") });
  await renderAsAdmin(<MemberPayments id="m-1" />);
  await screen.findByText("Couldn't load payments");
  server.routes[READ] = () => Response.json({ subscriptions: [], payments: [] });
  await userEvent.setup().click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByText("None.");
});
