import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { APP_PAGES, contentPath, PUBLIC_PAGES } from "#domain/paths.ts";
import { answererOf } from "./dev-routes.ts";

const PAGES = [...Object.values(PUBLIC_PAGES), ...Object.values(APP_PAGES)];

test.for([...PAGES, contentPath("2026-11-24")])(
  "GET %s returns a page, and POST to the same path goes to the Worker",
  (path) => {
    expect([answererOf("GET", path), answererOf("HEAD", path)]).toEqual(["page", "page"]);
    expect(answererOf("POST", path)).toBe("worker");
  },
);

test("every API prefix and Worker-only path goes to the Worker", () => {
  const prefixes = [...readFileSync("worker/entry/api.ts", "utf8").matchAll(/\.route\("(\/[\w/-]+)"/g)].map(
    ([, path = ""]) => path,
  );
  expect(prefixes.length).toBeGreaterThan(30);
  const others = [
    "/cdn-cgi/local/scheduled",
    "/robots.txt",
    "/sitemap.xml",
    "/manifest.webmanifest",
    "/favicon.ico",
    "/.well-known/security.txt",
  ];
  for (const path of [...prefixes, "/audio/day.mp3", ...others])
    expect([path, answererOf("GET", path)]).toEqual([path, "worker"]);
});

test("browser modules, files, and unknown paths stay with Vite", () => {
  for (const path of [
    "/app/main.tsx",
    "/@vite/client",
    "/favicon.svg",
    "/artwork/share/home.jpg",
    "/apiary",
    "/nowhere",
  ]) {
    expect(answererOf("GET", path)).toBe("vite");
  }
});
