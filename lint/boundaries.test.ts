import { expect, test } from "vitest";
import { lintTree } from "./lint-tree.ts";
import { each, importing } from "./snippets.ts";

test("the domain imports nothing of ours and no framework", async () => {
  const ours = ["#worker/env.ts", "#db/client.ts", "#sandbox/app.ts", "../../worker/env.ts", "../../web/lib/api.ts"];
  const frameworks = ["hono", "hono/cookie", "@hono/zod-validator", "react", "react-dom", "cloudflare:workers"];
  const found = await lintTree({
    "domain/rules/streak.ts": importing(...ours, ...frameworks),
    "domain/rules/streak.test.ts": importing("#sandbox/app.ts", "vitest", "fast-check", "./streak.ts"),
    "domain/rules/release.ts": importing("#domain/paths.ts", "../brand.ts", "./streak.ts", "temporal-polyfill"),
  });
  expect(found).toEqual({
    "domain/rules/streak.ts": each(11, "The domain stands alone"),
    "domain/rules/streak.test.ts": each(1, "The domain stands alone"),
  });
});

test("only queries and the schema import Drizzle", async () => {
  const text = importing("drizzle-orm", "drizzle-orm/sqlite-core");
  const found = await lintTree({
    "worker/auth/log-in.ts": text,
    "worker/auth/auth.routes.ts": text,
    "worker/context.ts": text,
    "scripts/seed/seed.ts": text,
    "worker/auth/auth.queries.ts": text,
    "scripts/seed/seed.queries.ts": text,
    "db/schema/auth.ts": text,
  });
  const message = each(2, "Only *.queries.ts and db/ know Drizzle");
  expect(found).toEqual({
    "worker/auth/log-in.ts": message,
    "worker/auth/auth.routes.ts": message,
    "worker/context.ts": message,
    "scripts/seed/seed.ts": message,
  });
});

test("use cases and queries know no HTTP, in whichever way it is imported", async () => {
  const text = [
    'import type { Context } from "hono";',
    'import "hono/cookie";',
    'export const { zValidator } = await import(\n  "@hono/zod-validator"\n);',
    'export type Env = import("../http/http-env.ts").HttpEnv;',
    "export type C = Context;",
  ].join("\n");
  const found = await lintTree({
    "worker/auth/log-in.ts": text,
    "worker/auth/auth.queries.ts": text,
    "worker/tick.ts": importing("hono", "./http/validate.ts", "./auth/auth.routes.ts"),
    "worker/auth/auth.routes.ts": text,
    "worker/auth/log-in.test.ts": text,
    "worker/http/validate.ts": text,
    "worker/auth/log-out.ts": importing("../context.ts", "../errors.ts", "./auth.queries.ts", "#domain/paths.ts"),
  });
  expect(found).toEqual({
    "worker/auth/log-in.ts": each(4, "Use cases and queries know no HTTP"),
    "worker/auth/auth.queries.ts": each(4, "Use cases and queries know no HTTP"),
    "worker/tick.ts": each(3, "Use cases and queries know no HTTP"),
  });
});

test("use cases take configuration and bindings from their context", async () => {
  const text = [
    'import { env } from "cloudflare:workers";',
    'import { type Config, readConfig } from "../env.ts";',
    "export const config: Config = readConfig(env);",
  ].join("\n");
  const found = await lintTree({
    "worker/auth/log-in.ts": text,
    "worker/auth/auth.routes.ts": text,
    "worker/context.ts": text,
    "worker/http/request-context.ts": text,
    "worker/auth/log-in.test.ts": text,
    "worker/auth/password.ts": 'import type { Config } from "../env.ts";\nexport type Salt = Config["appSecret"];\n',
  });
  const message = each(2, "Only the Worker's doors read its bindings");
  expect(found).toEqual({ "worker/auth/log-in.ts": message, "worker/auth/auth.routes.ts": message });
});

test("only the doors read the clock", async () => {
  const text = "export const read = [Date.now(), new Date(), performance.now(), Temporal.Now.instant(), Date()];\n";
  const found = await lintTree({
    "worker/auth/log-in.ts": text,
    "worker/auth/auth.queries.ts": text,
    "domain/rules/streak.ts": text,
    "worker/index.ts": text,
    "worker/http/request-context.ts": text,
    "worker/auth/log-in.test.ts": text,
    "worker/auth/link.ts": "export const at = (ms: number) => [new Date(ms), Date.parse(String(ms)), Date.UTC(ms)];\n",
  });
  const message = each(5, "Only the Worker's doors read the clock");
  expect(found).toEqual({
    "worker/auth/log-in.ts": message,
    "worker/auth/auth.queries.ts": message,
    "domain/rules/streak.ts": message,
  });
});

test("routes call use cases, not queries", async () => {
  const found = await lintTree({
    "worker/auth/auth.routes.ts": importing("./auth.queries.ts", "../members/members.queries.ts", "./log-in.ts"),
    "worker/auth/log-in.ts": importing("./auth.queries.ts"),
  });
  expect(found).toEqual({ "worker/auth/auth.routes.ts": each(2, "Routes validate, call one use case and answer") });
});

test("the Worker imports nothing of what is not deployed with it", async () => {
  const elsewhere = ["../../web/lib/api.ts", "../../mails/wake-up.tsx", "../../scripts/build.ts", "#sandbox/app.ts"];
  const found = await lintTree({
    "worker/mail/mailer.ts": importing(...elsewhere, "#db/client.ts", "#domain/brand.ts"),
    "worker/mail/mailer.test.ts": importing(...elsewhere, "#test/worker/factories.ts"),
  });
  const message = each(4, "The Worker is deployed without this folder");
  expect(found).toEqual({ "worker/mail/mailer.ts": message, "worker/mail/mailer.test.ts": message });
});

test("only tests import from test/", async () => {
  const found = await lintTree({
    "worker/mail/mailer.ts": importing("#test/worker/factories.ts", "../../test/worker/factories.ts"),
    "worker/mail/mailer.test.ts": importing("#test/worker/factories.ts"),
    "test/e2e/media.spec.ts": importing("#test/worker/factories.ts"),
  });
  expect(found).toEqual({ "worker/mail/mailer.ts": each(2, "Only tests import from test/") });
});

test("zod is imported as a namespace", async () => {
  const use = (clause: string) => `import ${clause} from "zod";\nexport const text = z.string();\n`;
  const found = await lintTree({
    "domain/contract/named.ts": use("{ z }"),
    "domain/contract/default.ts": use("z"),
    "domain/contract/both.ts": use("z, { ZodError }").concat("export { ZodError };\n"),
    "domain/contract/namespace.ts": use("* as z"),
    "web/lib/types.ts": 'import type * as z from "zod";\nexport type Text = z.ZodString;\n',
  });
  const message = each(1, "Write import * as z from 'zod': any other form makes the Worker 370 kB bigger.");
  expect(found).toEqual({
    "domain/contract/named.ts": message,
    "domain/contract/default.ts": message,
    "domain/contract/both.ts": message,
  });
});

test("no file or folder is a drawer for what has no name", async () => {
  const text = "export const one = 1;\n";
  const found = await lintTree({
    "worker/auth/utils.ts": text,
    "web/lib/helpers/one.ts": text,
    "domain/misc.test.ts": text,
    "web/lib/misconduct.ts": text,
  });
  const message = each(1, "A name like this says nothing");
  expect(found).toEqual({
    "worker/auth/utils.ts": message,
    "web/lib/helpers/one.ts": message,
    "domain/misc.test.ts": message,
  });
});
