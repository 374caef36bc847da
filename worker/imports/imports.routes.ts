import { Hono } from "hono";
import {
  checkImportRequest,
  importLength,
  importPeopleQuery,
  importRef,
  uploadImportQuery,
} from "#domain/contract/imports.ts";
import { call } from "../http/call.ts";
import { csvHeaders } from "../http/csv-headers.ts";
import type { HttpEnv } from "../http/request-context.ts";
import { validate } from "../http/validate.ts";
import { invalid } from "../kernel/errors.ts";
import { cancelImport, startImport, undoImport } from "./change-import.ts";
import { checkImport, listImportPeople } from "./check-import.ts";
import { listImports, uploadImport } from "./imports.ts";
import { reportImport } from "./report-import.ts";

/** /api/admin/imports: members from elsewhere. The admin guard runs first. */
export const importRoutes = new Hono<HttpEnv>()
  .get("/", call({}, listImports))
  .put("/:id", validate("param", importRef), validate("query", uploadImportQuery), async (c) => {
    const { body } = c.req.raw;
    const length = importLength.safeParse(c.req.header("content-length"));
    if (!body || !length.success) throw invalid(length.error?.issues[0]?.message ?? "Choose a file");
    const file = { ...c.req.valid("param"), ...c.req.valid("query"), sizeBytes: length.data, body };
    return c.json(await uploadImport(c.var.ctx, file));
  })
  .post("/:id/check", call({ param: importRef, json: checkImportRequest }, checkImport))
  .get("/:id/people", call({ param: importRef, query: importPeopleQuery }, listImportPeople))
  .get("/:id/report", validate("param", importRef), async (c) => {
    return c.body(await reportImport(c.var.ctx, c.req.valid("param")), 200, csvHeaders("import.csv"));
  })
  .post("/:id/start", call({ param: importRef }, startImport))
  .post("/:id/cancel", call({ param: importRef }, cancelImport))
  .post("/:id/undo", call({ param: importRef }, undoImport));
