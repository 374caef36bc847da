import { getDefaultStore } from "jotai";
import { expect, test } from "vitest";
import * as z from "zod";
import { signOut } from "../../lib/sign-out.ts";
import { keptFormAtom } from "./kept.atoms.ts";

const store = getDefaultStore();
const form = z.object({ text: z.string() });
const EMPTY = { text: "" };

/** The atom as a page makes it that is loaded now. */
const load = (name: string) => keptFormAtom(name, form, () => EMPTY);

test("what was typed is there after a reload, under its own name", () => {
  store.set(load("one"), { text: "Typed" });
  expect(store.get(load("one"))).toEqual({ text: "Typed" });
  expect(store.get(load("two"))).toEqual(EMPTY);
  store.set(load("one"), ({ text }) => ({ text: `${text} on` }));
  expect(store.get(load("one"))).toEqual({ text: "Typed on" });
});

test("a sign-out leaves nothing of it, now or after a reload", () => {
  const kept = load("three");
  store.set(kept, { text: "Typed" });
  signOut();
  expect(store.get(kept)).toEqual(EMPTY);
  expect(store.get(load("three"))).toEqual(EMPTY);
});

test.for(["no JSON", '{"text":1}', "null"])("what another release has left is no hindrance: %s", (left) => {
  sessionStorage.setItem("kept:four", left);
  expect(store.get(load("four"))).toEqual(EMPTY);
});
