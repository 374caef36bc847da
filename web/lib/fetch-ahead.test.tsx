import { beforeEach, expect, test, vi } from "vitest";
import { __vitePreload as load } from "./fetch-ahead.ts";

let links: HTMLLinkElement[] = [];
const linksTo = (file: string) => links.filter((link) => link.getAttribute("href") === `/${file}`);

// Held here: in the document this DOM would begin to load them.
beforeEach(() => {
  links = [];
  vi.spyOn(document.head, "append").mockImplementation((...nodes) => void links.push(...(nodes as HTMLLinkElement[])));
  return () => vi.restoreAllMocks();
});

test("code waits for its stylesheets, and not for the modules that come beside it; nothing is asked for twice", async () => {
  const code = vi.fn(async () => "code");
  const files = ["assets/one.js", "assets/one.css"];
  const loading = load(code, files);
  const again = load(code, files);
  expect(linksTo("assets/one.js").map(({ rel }) => rel)).toEqual(["modulepreload"]);
  expect(linksTo("assets/one.css").map(({ rel }) => rel)).toEqual(["stylesheet"]);
  await new Promise((resolve) => setTimeout(resolve));
  expect(code).not.toHaveBeenCalled();
  linksTo("assets/one.css")[0]?.dispatchEvent(new Event("load"));
  expect(await Promise.all([loading, again])).toEqual(["code", "code"]);
});

test("a stylesheet that does not load fails the code, and is asked for again with it", async () => {
  const code = vi.fn(async () => "code");
  const failing = load(code, ["assets/two.css"]);
  linksTo("assets/two.css")[0]?.dispatchEvent(new Event("error"));
  await expect(failing).rejects.toThrow("assets/two.css did not load");
  expect(code).not.toHaveBeenCalled();
  const loading = load(code, ["assets/two.css"]);
  linksTo("assets/two.css")[1]?.dispatchEvent(new Event("load"));
  expect(await loading).toBe("code");
});

test("code without files is loaded at once", async () => {
  expect(await load(async () => "code")).toBe("code");
  expect(links).toEqual([]);
});
