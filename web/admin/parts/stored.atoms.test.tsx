import { getDefaultStore } from "jotai";
import { afterEach, expect, test } from "vitest";
import * as z from "zod";
import { signOut } from "../../lib/sign-out.ts";
import { resetAtoms, storedFormAtom } from "./stored.atoms.ts";
import { allUnsaved } from "./unsaved.ts";

const store = getDefaultStore();
const form = z.object({ text: z.string() });
const EMPTY = { text: "" };

afterEach(resetAtoms);

/** The atom, as a newly loaded page would create it. */
const load = (name: string) => storedFormAtom(name, form, EMPTY);

test("typed text is restored after a reload, under its own key", () => {
  store.set(load("one"), { text: "Typed" });
  expect(store.get(load("one"))).toEqual({ text: "Typed" });
  expect(store.get(load("two"))).toEqual(EMPTY);
  store.set(load("one"), ({ text }) => ({ text: `${text} on` }));
  expect(store.get(load("one"))).toEqual({ text: "Typed on" });
});

test("a member's logout keeps typed admin text, even after a reload; an administrator's logout clears it", () => {
  const loaded = load("three");
  store.set(loaded, { text: "Typed" });
  signOut();
  expect([store.get(loaded), store.get(load("three"))]).toEqual([{ text: "Typed" }, { text: "Typed" }]);
  resetAtoms();
  expect([store.get(loaded), store.get(load("three"))]).toEqual([EMPTY, EMPTY]);
  expect(sessionStorage.length).toBe(0);
});

test("a form is listed as unsaved while it has text, and stores nothing once it's empty again", () => {
  const loaded = load("Five");
  expect(allUnsaved()).toEqual([]);
  store.set(loaded, { text: "Typed" });
  expect(allUnsaved()).toEqual(["Five"]);
  store.set(loaded, { text: "" });
  expect(allUnsaved()).toEqual([]);
  expect(sessionStorage.length).toBe(0);
});

test.for(["no JSON", '{"text":1}', "null"])("invalid data stored by another release is ignored: %s", (left) => {
  sessionStorage.setItem("kept:four", left);
  expect(store.get(load("four"))).toEqual(EMPTY);
});
