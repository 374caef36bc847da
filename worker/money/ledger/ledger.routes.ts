import { Hono } from "hono";
import { cohortRef, comparedRef, ledgerFilter, ledgerRequest } from "#domain/contract/money/ledger.ts";
import { call } from "../../http/call.ts";
import { csvHeaders } from "../../http/csv-headers.ts";
import type { HttpEnv } from "../../http/request-context.ts";
import { validate } from "../../http/validate.ts";
import { compareDay } from "./compare-day.ts";
import { exportLedger } from "./export-ledger.ts";
import { listLedger } from "./list-ledger.ts";
import { readCohort, readMonths } from "./read-months.ts";

/** /api/admin/payments: what came in and went back. The admin guard runs first. */
export const ledgerRoutes = new Hono<HttpEnv>()
  .get("/", call({ query: ledgerRequest }, listLedger))
  .get("/months", call({}, readMonths))
  .get("/cohorts/:month", call({ param: cohortRef }, readCohort))
  .get("/compared/:date", call({ param: comparedRef }, compareDay))
  .get("/export", validate("query", ledgerFilter), async (c) => {
    return c.body(await exportLedger(c.var.ctx, c.req.valid("query")), 200, csvHeaders("payments.csv"));
  });
