import { expect, test } from "vitest";
import { lintTree } from "./lint-tree.ts";
import { each, importing } from "./snippets.ts";

test("a feature imports no other feature, page or entry", async () => {
  const found = await lintTree({
    "web/features/content/dial.tsx": importing(
      "../auth/session.query.ts",
      "../../features/auth/session.query.ts",
      "../../pages/login-page.tsx",
      "../../app/app.tsx",
      "../../public/site-links.ts",
    ),
    "web/features/content/lazy.tsx": 'export const nav = () => import("../auth/member-nav.tsx");\n',
    "web/features/content/day.tsx": importing(
      "./dial.tsx",
      "../../ui/card.tsx",
      "../../lib/api.ts",
      "#domain/paths.ts",
    ),
  });
  expect(found).toEqual({
    "web/features/content/dial.tsx": each(5, "A feature imports nothing of web/"),
    "web/features/content/lazy.tsx": each(1, "A feature imports nothing of web/"),
  });
});

test("design primitives and the library know no screens", async () => {
  const text = importing("../features/auth/nav.tsx", "../pages/login-page.tsx", "../app/app.tsx", "../ui/card.tsx");
  const found = await lintTree({ "web/ui/button.tsx": text, "web/lib/token.ts": text, "web/app/main.tsx": text });
  const message = each(3, "web/ui and web/lib know nothing of the product's screens");
  expect(found).toEqual({ "web/ui/button.tsx": message, "web/lib/token.ts": message });
});

test("pages fetch nothing", async () => {
  const text = importing("@tanstack/react-query", "../lib/api.ts", "../lib/auth-token.ts", "../features/auth/nav.tsx");
  const found = await lintTree({ "web/pages/login-page.tsx": text, "web/app/app.tsx": text });
  expect(found).toEqual({ "web/pages/login-page.tsx": each(2, "Pages compose features and fetch nothing") });
});

test("the browser takes one type of the Worker, in one file", async () => {
  const api = 'import type { Api } from "../../worker/api.ts";\nexport type Client = Api;\n';
  const found = await lintTree({
    "web/lib/api.ts": api,
    "web/lib/auth-token.ts": api,
    "web/app/app.ts": importing("#worker/errors.ts", "#db/client.ts", "../../mails/wake-up.tsx"),
  });
  const message = "The browser asks the server over HTTP";
  expect(found).toEqual({ "web/lib/auth-token.ts": each(1, message), "web/app/app.ts": each(3, message) });
});

test("the one file that knows the Worker takes neither values nor other types of it", async () => {
  const attempts = [
    'import { api } from "../../worker/api.ts";\nexport const client = api;\n',
    'import { type Api } from "../../worker/api.ts";\nexport type Client = Api;\n',
    'import type { Api, Routes } from "../../worker/api.ts";\nexport type Client = Api | Routes;\n',
    'import type { Env } from "#worker/env.ts";\nexport type Client = Env;\n',
    'export type { Api } from "../../worker/api.ts";\n',
  ];
  for (const text of attempts) {
    const [first] = (await lintTree({ "web/lib/api.ts": text }))["web/lib/api.ts"] ?? [];
    expect(first, text).toContain("All that web/ takes from the Worker is one line");
  }
});
