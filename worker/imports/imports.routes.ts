import { Hono } from "hono";
import {
  checkImportRequest,
  type ImportList,
  importLength,
  importRef,
  type MemberImport,
  uploadImportQuery,
} from "#domain/contract/imports.ts";
import { csvHeaders } from "../http/csv-headers.ts";
import type { HttpEnv } from "../http/request-context.ts";
import { validate } from "../http/validate.ts";
import { invalid } from "../kernel/errors.ts";
import { cancelImport, startImport, undoImport } from "./change-import.ts";
import { checkImport } from "./check-import.ts";
import { listImports } from "./list-imports.ts";
import { reportImport } from "./report-import.ts";
import { uploadImport } from "./upload-import.ts";

/** /api/admin/imports: members from elsewhere. The admin guard runs first. */
export const importRoutes = new Hono<HttpEnv>()
  .get("/", async (c) => c.json((await listImports(c.var.ctx)) satisfies ImportList))
  .put("/:id", validate("param", importRef), validate("query", uploadImportQuery), async (c) => {
    const { body } = c.req.raw;
    const length = importLength.safeParse(c.req.header("content-length"));
    if (!body || !length.success) throw invalid(length.error?.issues[0]?.message ?? "Choose a file");
    const file = { ...c.req.valid("param"), ...c.req.valid("query"), sizeBytes: length.data, body };
    return c.json((await uploadImport(c.var.ctx, file)) satisfies MemberImport);
  })
  .post("/:id/check", validate("param", importRef), validate("json", checkImportRequest), async (c) => {
    const input = { ...c.req.valid("param"), ...c.req.valid("json") };
    return c.json((await checkImport(c.var.ctx, input)) satisfies MemberImport);
  })
  .get("/:id/report", validate("param", importRef), async (c) => {
    return c.body(await reportImport(c.var.ctx, c.req.valid("param")), 200, csvHeaders("import.csv"));
  })
  .post("/:id/start", validate("param", importRef), async (c) => {
    return c.json((await startImport(c.var.ctx, c.req.valid("param"))) satisfies MemberImport);
  })
  .post("/:id/cancel", validate("param", importRef), async (c) => {
    return c.json((await cancelImport(c.var.ctx, c.req.valid("param"))) satisfies MemberImport);
  })
  .post("/:id/undo", validate("param", importRef), async (c) => {
    return c.json((await undoImport(c.var.ctx, c.req.valid("param"))) satisfies MemberImport);
  });
