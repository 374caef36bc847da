import { expect, test } from "vitest";
import { payPalUnderTest } from "../paypal-under-test.ts";

const PATH = "/v1/reporting/transactions";
const DAY_MS = 24 * 60 * 60 * 1000;
const search = (days: number, more = {}) => {
  const [from, until] = [Date.now() - DAY_MS, Date.now() + (days - 1) * DAY_MS].map((at) => new Date(at).toISOString());
  return `${PATH}?${new URLSearchParams({ start_date: from ?? "", end_date: until ?? "", ...more })}`;
};

test("the account's list has payments, refunds, and reversals, each at its time, in pages", async () => {
  const { buy, call, paypal } = await payPalUnderTest();
  const [refunded, reversed] = [await buy(), await buy()];
  const [payment] = (await paypal.subscription(refunded)).payments;
  await call(`/v2/payments/captures/${payment?.id}/refund`, { amount: { value: "4.00", currency_code: "USD" } });
  await paypal.control({ action: "reverse", id: reversed });

  const { json } = await call(search(2));
  const lines = json.transaction_details.map((one: { transaction_info: object }) => one.transaction_info);
  expect(json).toMatchObject({ total_items: 4, total_pages: 1, page: 1 });
  expect(lines).toContainEqual(
    expect.objectContaining({
      transaction_id: payment?.id,
      transaction_event_code: "T0002",
      transaction_status: "S",
      transaction_initiation_date: expect.stringMatching(/T\d\d:\d\d:\d\d\+0000$/),
      transaction_amount: { currency_code: "USD", value: "9.99" },
      fee_amount: { currency_code: "USD", value: "-0.84" },
    }),
  );
  expect(lines).toContainEqual(
    expect.objectContaining({
      paypal_reference_id: payment?.id,
      transaction_event_code: "T1107",
      transaction_amount: { currency_code: "USD", value: "-4.00" },
    }),
  );
  const codes = lines.map((line: { transaction_event_code: string }) => line.transaction_event_code);
  expect(codes.toSorted()).toEqual(["T0002", "T0002", "T1106", "T1107"]);
  const second = await call(search(2, { page_size: "3", page: "2" }));
  expect(second.json).toMatchObject({ total_pages: 2, transaction_details: [expect.anything()] });
});

test("a search of more than 31 days or without dates is refused", async () => {
  const { call } = await payPalUnderTest();
  expect((await call(search(32))).status).toBe(400);
  expect((await call(search(31))).status).toBe(200);
  expect((await call(PATH)).json.details[0].issue).toBe("MISSING_REQUIRED_PARAMETER");
});
