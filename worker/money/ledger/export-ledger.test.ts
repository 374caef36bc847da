import { beforeEach, expect, test } from "vitest";
import { rowsOf } from "#test/worker/factories.ts";
import { at, emptyLedger, exportedLedger, handMade } from "#test/worker/ledger.ts";

beforeEach(emptyLedger);

test("the CSV names a refund's payment and both clocks, quotes names that look like formulas, and leaves amounts numbers", async () => {
  await handMade();
  const lines = await exportedLedger({ month: "2031-03" });
  const of = (id: string) => lines.find((line) => line["PayPal ID"] === id);
  expect(of("MAR-LAST")).toEqual({
    "date (Central)": "2031-03-31",
    "time (UTC)": "2031-04-01T04:59:59.999Z",
    kind: "payment",
    status: "made",
    "PayPal ID": "MAR-LAST",
    "refund of": "",
    name: "Ana =SUM(A1)",
    email: "ana@ledger.test",
    plan: "monthly",
    currency: "USD",
    gross: "9.99",
    fee: "0.84",
    net: "9.15",
    dispute: "",
  });
  expect(of(`P-YEAR-1-${at("03-15T08:00:00")}`)).toMatchObject({
    kind: "refund",
    "refund of": "YEAR-1",
    gross: "-10.00",
    fee: "0.00",
    net: "-10.00",
  });
  expect(of("GIFT-2")).toMatchObject({ name: "Bo", plan: "gift, monthly", fee: "", net: "9.99" });
  expect(lines.filter(({ status }) => status !== "made").map(({ status, gross, net }) => [status, gross, net])).toEqual(
    [
      ["refused", "", ""],
      ["requested", "", ""],
    ],
  );
  await rowsOf("update members set first_name = '=SUM(A1)' where email = 'ana@ledger.test'");
  expect((await exportedLedger({ q: "MAR-LAST" }))[0]?.name).toBe("'=SUM(A1) =SUM(A1)");
  const [entry] = await rowsOf(
    "select subject, details from audit where action = 'payments.export' order by id limit 1",
  );
  expect(entry).toEqual({ subject: "payments", details: '{"month":"2031-03","filteredBy":["month"]}' });
});
