import { each, importing, ruleTests } from "./lint-tree.ts";

const testRule = ruleTests();

const outside = ["#worker/env.ts", "#db/client.ts", "#sandbox/app.ts", "../../worker/env.ts", "../../web/lib/api.ts"];
const frameworks = ["hono", "hono/cookie", "@hono/zod-validator", "react", "react-dom", "cloudflare:workers"];

testRule(
  "the domain imports nothing of ours and no framework",
  {
    "domain/contract/outside.ts": importing(...outside, ...frameworks, "drizzle-orm", "node:fs"),
    "domain/contract/outside.test.ts": importing(
      "#sandbox/app.ts",
      "#test/worker/factories.ts",
      "vitest",
      "fast-check",
    ),
    "domain/contract/inside.ts": importing(
      "#domain/paths.ts",
      "../brand.ts",
      "./streak.ts",
      "temporal-polyfill/fns/Instant",
    ).concat('import * as z from "zod";\nexport const text = z.string();\n'),
  },
  {
    "domain/contract/outside.ts": each(13, "The domain stands alone"),
    "domain/contract/outside.test.ts": each(2, "The domain stands alone"),
  },
);

testRule(
  "rules know no zod either",
  {
    "domain/rules/outside.ts": importing(...outside, ...frameworks),
    "domain/rules/schema.ts": 'import * as z from "zod";\nexport const text = z.string();\n',
    "domain/rules/inside.ts": importing(
      "#domain/paths.ts",
      "../brand.ts",
      "./streak.ts",
      "temporal-polyfill/fns/Instant",
    ),
  },
  {
    "domain/rules/outside.ts": each(11, "Rules are plain functions"),
    "domain/rules/schema.ts": each(1, "Rules are plain functions"),
  },
);

const drizzle = importing("drizzle-orm", "drizzle-orm/sqlite-core");
const noDrizzle = each(2, "Only *.queries.ts and db/ know Drizzle");
testRule(
  "only queries and the schema import Drizzle",
  {
    "worker/drizzle/use-case.ts": drizzle,
    "worker/drizzle/drizzle.routes.ts": drizzle,
    "worker/context.ts": drizzle,
    "worker/http/drizzle.ts": drizzle,
    "worker/drizzle/drizzle.test.ts": drizzle,
    "scripts/seed/drizzle.ts": drizzle,
    "sandbox/drizzle.ts": drizzle,
    "worker/drizzle/drizzle.queries.ts": drizzle,
    "scripts/seed/drizzle.queries.ts": drizzle,
    "db/schema/drizzle.ts": drizzle,
    "test/worker/drizzle.ts": drizzle,
  },
  {
    "worker/drizzle/use-case.ts": noDrizzle,
    "worker/drizzle/drizzle.routes.ts": noDrizzle,
    "worker/context.ts": noDrizzle,
    "worker/http/drizzle.ts": noDrizzle,
    "worker/drizzle/drizzle.test.ts": noDrizzle,
    "scripts/seed/drizzle.ts": noDrizzle,
    "sandbox/drizzle.ts": noDrizzle,
  },
);

const http = [
  'import type { Context } from "hono";',
  'import "hono/cookie";',
  'export const { zValidator } = await import(\n  "@hono/zod-validator"\n);',
  'import type { HttpEnv } from "../http/http-env.ts";',
  "export type Env = [Context, HttpEnv];",
].join("\n");
testRule(
  "use cases and queries know no HTTP, in whichever way it is imported",
  {
    "worker/hono/use-case.ts": http,
    "worker/hono/hono.queries.ts": http,
    "worker/cron.ts": importing("hono", "./http/validate.ts", "./hono/hono.routes.ts"),
    "worker/hono/type.ts": 'export type Env = import("../http/http-env.ts").HttpEnv;\n',
    "worker/hono/hono.routes.ts": http,
    "worker/hono/member-guard.ts": http,
    "worker/hono/media-pass-cookie.ts": http,
    "worker/hono/use-case.test.ts": http,
    "worker/http/validate.ts": http,
    "worker/hono/other.ts": importing("../context.ts", "../errors.ts", "./hono.queries.ts", "#domain/paths.ts"),
  },
  {
    "worker/hono/use-case.ts": each(4, "Use cases and queries know no HTTP"),
    "worker/hono/hono.queries.ts": each(4, "Use cases and queries know no HTTP"),
    "worker/cron.ts": each(3, "Use cases and queries know no HTTP"),
    "worker/hono/type.ts": each(1, "Import the type at the top"),
  },
);

const bindings = [
  'import { env } from "cloudflare:workers";',
  'import { type Config, readConfig } from "../env.ts";',
  "export const config: Config = readConfig(env);",
].join("\n");
const noBindings = each(2, "Only the Worker's entry points read its bindings");
testRule(
  "use cases take configuration and bindings from their context",
  {
    "worker/bindings/use-case.ts": bindings,
    "worker/bindings/bindings.routes.ts": bindings,
    "worker/bindings/bindings.queries.ts": bindings,
    "worker/index.ts": bindings,
    "worker/http/request-context.ts": bindings,
    "worker/bindings/use-case.test.ts": bindings,
    "worker/bindings/type.ts": 'import type { Config } from "../env.ts";\nexport type Salt = Config["lookUpSecret"];\n',
  },
  {
    "worker/bindings/use-case.ts": noBindings,
    "worker/bindings/bindings.routes.ts": noBindings,
    "worker/bindings/bindings.queries.ts": noBindings,
  },
);

const clock = "export const read = [Date.now(), new Date(), performance.now(), Temporal.Now.instant(), Date()];\n";
const noClock = each(5, "Only the Worker's entry points read the clock");
testRule(
  "only the entry points read the clock",
  {
    "worker/clock/use-case.ts": clock,
    "worker/clock/clock.queries.ts": clock,
    "domain/rules/clock.ts": clock,
    "worker/http/clock.ts": clock,
    "worker/clock/use-case.test.ts": clock,
    "worker/clock/link.ts": "export const at = (ms: number) => [new Date(ms), Date.parse(String(ms)), Date.UTC(ms)];\n",
  },
  { "worker/clock/use-case.ts": noClock, "worker/clock/clock.queries.ts": noClock, "domain/rules/clock.ts": noClock },
);

testRule(
  "routes call use cases, not queries",
  {
    "worker/routes/routes.routes.ts": importing("./auth.queries.ts", "../members/members.queries.ts", "./log-in.ts"),
    "worker/routes/use-case.ts": importing("./auth.queries.ts"),
  },
  { "worker/routes/routes.routes.ts": each(2, "Routes validate, call one use case and answer") },
);

testRule(
  "what all routes share knows no noun",
  {
    "worker/http/shared.ts": importing("../auth/sessions.ts", "#worker/media/media.queries.ts"),
    "worker/http/own.ts": importing("../env.ts", "#worker/context.ts", "./validate.ts", "#worker/http/on-error.ts"),
    "worker/http/shared.test.ts": importing("../auth/sessions.ts"),
  },
  { "worker/http/shared.ts": each(2, "What all routes share knows no noun") },
);

const elsewhere = ["../../web/lib/api.ts", "../../mails/wake-up.tsx", "../../scripts/build.ts", "#sandbox/app.ts"];
const notDeployed = each(4, "The Worker is deployed without this folder");
testRule(
  "the Worker imports nothing of what is not deployed with it",
  {
    "worker/alone/mailer.ts": importing(...elsewhere, "#db/client.ts", "../../dist/mails/templates.json"),
    "worker/alone/alone.routes.ts": importing(...elsewhere, "#domain/brand.ts"),
    "worker/alone/alone.queries.ts": importing(...elsewhere),
    "worker/http/alone.ts": importing(...elsewhere),
    "worker/alone/mailer.test.ts": importing(...elsewhere, "#test/worker/factories.ts"),
  },
  {
    "worker/alone/mailer.ts": notDeployed,
    "worker/alone/alone.routes.ts": notDeployed,
    "worker/alone/alone.queries.ts": notDeployed,
    "worker/http/alone.ts": notDeployed,
    "worker/alone/mailer.test.ts": notDeployed,
  },
);

testRule(
  "only tests import from test/",
  {
    "worker/tested/mailer.ts": importing("#test/worker/factories.ts", "../../test/worker/factories.ts"),
    "web/ui/tested.tsx": importing("#test/web/render.tsx"),
    "worker/tested/mailer.test.ts": importing("#test/worker/factories.ts"),
    "web/features/tested/form.test.tsx": importing("#test/web/render.tsx"),
    "test/e2e/media.spec.ts": importing("#test/worker/factories.ts"),
  },
  {
    "worker/tested/mailer.ts": each(2, "Only tests import from test/"),
    "web/ui/tested.tsx": each(1, "Only tests import from test/"),
  },
);

const zodFile = (clause: string) => `import ${clause} from "zod";\nexport const text = z.string();\n`;
const asNamespace = each(1, "Write import * as z from 'zod': any other form makes the Worker 370 kB bigger.");
testRule(
  "zod is imported as a namespace",
  {
    "domain/contract/named.ts": zodFile("{ z }"),
    "domain/contract/default.ts": zodFile("z"),
    "domain/contract/both.ts": zodFile("z, { ZodError }").concat("export { ZodError };\n"),
    "domain/contract/namespace.ts": zodFile("* as z"),
    "web/lib/types.ts": 'import type * as z from "zod";\nexport type Text = z.ZodString;\n',
  },
  {
    "domain/contract/named.ts": asNamespace,
    "domain/contract/default.ts": asNamespace,
    "domain/contract/both.ts": asNamespace,
  },
);

testRule(
  "a feature imports no other feature, page or entry",
  {
    "web/features/apart/dial.tsx": importing(
      "../auth/session.query.ts",
      "../../features/auth/session.query.ts",
      "../../pages/login-page.tsx",
      "../../app/app.tsx",
      "../../public/site-links.ts",
    ),
    "web/features/apart/lazy.tsx": 'export const nav = () => import("../auth/member-nav.tsx");\n',
    "web/features/apart/day.tsx": importing("./dial.tsx", "../../ui/card.tsx", "../../lib/api.ts", "#domain/paths.ts"),
    "web/features/apart/part/card.tsx": importing("../dial.tsx", "../other/row.tsx", "../../../ui/card.tsx"),
    "web/features/apart/part/nav.tsx": importing("../../auth/member-nav.tsx", "../../../pages/login-page.tsx"),
  },
  {
    "web/features/apart/part/nav.tsx": each(2, "A feature imports nothing of web/"),
    "web/features/apart/dial.tsx": each(5, "A feature imports nothing of web/"),
    "web/features/apart/lazy.tsx": each(1, "A feature imports nothing of web/"),
  },
);

const screens = importing(
  "../features/auth/nav.tsx",
  "../pages/login-page.tsx",
  "../app/app.tsx",
  "../brand/page-shell.tsx",
  "../ui/card.tsx",
);
const noScreens = each(4, "web/ui and web/lib know nothing of the product's screens");
testRule(
  "design primitives and the library know no screens",
  { "web/ui/button.tsx": screens, "web/lib/screens.ts": screens, "web/app/main.tsx": screens },
  { "web/ui/button.tsx": noScreens, "web/lib/screens.ts": noScreens },
);

const fetching = importing(
  "@tanstack/react-query",
  "../lib/api.ts",
  "../lib/auth-token.ts",
  "../features/auth/nav.tsx",
);
testRule(
  "pages fetch nothing",
  { "web/pages/login-page.tsx": fetching, "web/app/fetching.tsx": fetching },
  { "web/pages/login-page.tsx": each(2, "Pages compose features and fetch nothing") },
);

const takesApi = 'import type { Api } from "../../worker/api.ts";\nexport type Client = Api;\n';
const oneType = "All that web/ takes from the Worker is one line";
const overHttp = (count: number) => each(count, "The browser asks the server over HTTP");
testRule(
  "the browser takes nothing of the Worker but one type, in one file, and neither values nor other types there",
  {
    "web/lib/api.ts": [
      'import type { Api } from "../../worker/api.ts";',
      'import { api } from "../../worker/api.ts";',
      'import { type Api as Inline } from "../../worker/api.ts";',
      'import type { Api as Two, Routes } from "../../worker/api.ts";',
      'import type { Env } from "#worker/env.ts";',
      'export type { Api } from "../../worker/api.ts";',
      "export type Client = [Api, Inline, Two, Routes, Env];",
      "export const client = api;",
    ].join("\n"),
    "web/lib/auth-token.ts": takesApi,
    "web/app/app.ts": importing("#worker/errors.ts", "#db/client.ts", "../../mails/wake-up.tsx"),
    "web/features/server/form.tsx": importing("#worker/errors.ts"),
    "web/pages/server-page.tsx": importing("../../worker/errors.ts"),
  },
  {
    // The third line is written as a type, but leaves an import of the whole Worker behind.
    "web/lib/api.ts": [...each(5, oneType), "lint/style/useImportType"],
    "web/lib/auth-token.ts": overHttp(1),
    "web/app/app.ts": overHttp(3),
    "web/features/server/form.tsx": overHttp(1),
    "web/pages/server-page.tsx": overHttp(1),
  },
);

const one = "export const one = 1;\n";
const noName = each(1, "A name like this says nothing");
testRule(
  "no file or folder has a name that fits everything",
  {
    "worker/names/utils.ts": one,
    "web/lib/helpers/one.ts": one,
    "domain/misc.test.ts": one,
    "web/lib/misconduct.ts": one,
  },
  { "worker/names/utils.ts": noName, "web/lib/helpers/one.ts": noName, "domain/misc.test.ts": noName },
);
