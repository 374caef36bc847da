import { screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { getDefaultStore } from "jotai";
import { beforeEach, expect, test } from "vitest";
import { renderAsAdmin, startServer } from "#test/web/admin.tsx";
import { administratorAtom } from "../lib/admin-status.atoms.ts";
import { AdminTabs } from "./admin-area.tsx";

const store = getDefaultStore();
beforeEach(() => void startServer({}));

async function renderAs(role: "administrator" | "editor", address?: string): Promise<void> {
  await renderAsAdmin(<AdminTabs />, address);
  store.set(administratorAtom, { name: "Ada", role });
}
const tabs = () => screen.getAllByRole("tab").map(({ textContent }) => textContent);

test("an editor's rail has Content, Delivery, and Live Events, starting with Content", async () => {
  await renderAs("editor");
  await expect.poll(tabs).toEqual(["Content", "Delivery", "Live Events"]);
  expect(screen.getByRole("tab", { selected: true }).textContent).toBe("Content");
  expect(screen.queryByRole("button", { name: /Search/ })).toBeNull();
});

test("a page outside an editor's role answers with a sentence", async () => {
  await renderAs("editor", "/admin?tab=members");
  await screen.findByText("Members isn't part of your role.");
});

test("only the owner finds Administrators in Settings, and another's address of it answers with a sentence", async () => {
  await renderAs("administrator", "/admin?tab=settings&page=administrators");
  await screen.findByText("Administrators isn't part of your role.");
  const pages = within(await screen.findByRole("navigation", { name: "Settings" }));
  await expect.poll(() => pages.queryByRole("link", { name: "Administrators" })).toBeNull();
  store.set(administratorAtom, undefined);
  await userEvent.setup().click(await pages.findByRole("link", { name: "Administrators" }));
  await screen.findByRole("heading", { name: "Administrators" });
});
