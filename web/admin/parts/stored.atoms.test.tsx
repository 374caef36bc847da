import { getDefaultStore } from "jotai";
import { afterEach, expect, test, vi } from "vitest";
import * as z from "zod";
import { signOut } from "../../lib/sign-out.ts";
import { resetAtoms, storedFormAtom, typedForms } from "./stored.atoms.ts";

const store = getDefaultStore();
const form = z.object({ text: z.string() });
const EMPTY = { text: "" };

afterEach(resetAtoms);

/** The atom, as a newly loaded page would create it. */
const load = (name: string) => storedFormAtom(name, form, () => EMPTY);

test("what was typed is there after a reload, under its own name", () => {
  store.set(load("one"), { text: "Typed" });
  expect(store.get(load("one"))).toEqual({ text: "Typed" });
  expect(store.get(load("two"))).toEqual(EMPTY);
  store.set(load("one"), ({ text }) => ({ text: `${text} on` }));
  expect(store.get(load("one"))).toEqual({ text: "Typed on" });
});

test("a member's logout leaves it, now and after a reload; the administrator's leaves nothing", () => {
  const loaded = load("three");
  store.set(loaded, { text: "Typed" });
  signOut();
  expect([store.get(loaded), store.get(load("three"))]).toEqual([{ text: "Typed" }, { text: "Typed" }]);
  resetAtoms();
  expect([store.get(loaded), store.get(load("three"))]).toEqual([EMPTY, EMPTY]);
  expect(sessionStorage.length).toBe(0);
});

test("a form is named while something is typed in it, and leaves nothing behind once it is empty again", () => {
  const requestId = () => ({ requestId: crypto.randomUUID(), text: "" });
  const loaded = storedFormAtom("Five", z.object({ requestId: z.string(), text: z.string() }), requestId);
  expect(typedForms()).toEqual([]);
  store.set(loaded, { requestId: "other", text: "Typed" });
  expect(typedForms()).toEqual(["Five"]);
  store.set(loaded, { requestId: "other", text: "" });
  expect(typedForms()).toEqual([]);
  expect(sessionStorage.length).toBe(0);
});

const isAskedAbout = () => !dispatchEvent(new Event("beforeunload", { cancelable: true }));

test("leaving the page is asked about only while something is typed that the tab's storage does not take", () => {
  const loaded = load("six");
  store.set(loaded, { text: "Kept" });
  expect(isAskedAbout()).toBe(false);
  const blocked = () => {
    throw new Error("Blocked");
  };
  vi.stubGlobal("sessionStorage", { getItem: blocked, setItem: blocked, removeItem: blocked });
  store.set(loaded, { text: "Kept nowhere" });
  expect(isAskedAbout()).toBe(true);
  store.set(loaded, EMPTY);
  expect(isAskedAbout()).toBe(false);
  vi.unstubAllGlobals();
});

test.for(["no JSON", '{"text":1}', "null"])("what another release has left is no hindrance: %s", (left) => {
  sessionStorage.setItem("kept:four", left);
  expect(store.get(load("four"))).toEqual(EMPTY);
});
