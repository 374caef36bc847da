import { screen } from "@testing-library/react";
import { Route, Routes } from "react-router";
import { expect, test } from "vitest";
import {
  contentItem,
  PASSWORD,
  renderAsAdmin,
  renderPage,
  startLibrary,
  startServer,
  watchMember,
} from "../features/admin/admin.fixtures.tsx";
import { logInAsAdmin } from "../lib/admin-session.ts";
import { storeAuthToken } from "../lib/auth-token.ts";
import { AdminPage } from "./admin-page.tsx";
import { ContentPage } from "./content-page.tsx";

const pages = (
  <Routes>
    <Route path="/admin" element={<AdminPage />} />
    <Route path="/content/:id" element={<ContentPage />} />
  </Routes>
);

test("the administrator sees a draft with the admin password alone, and a way back to the library", async () => {
  const item = contentItem({ date: "2027-09-01" });
  const server = startLibrary(item);
  server.routes["GET /api/content/2027-09-01"] = () => Response.json(item);
  storeAuthToken("of a member beside");
  await renderAsAdmin(pages, "/content/2027-09-01?from=admin");
  expect(await screen.findByRole("heading", { name: item.title })).toBeTruthy();
  expect(screen.getByRole("link", { name: "Back to Admin" }).getAttribute("href")).toBe("/admin?tab=content");
  expect(server.calls.every(({ password }) => password === PASSWORD)).toBe(true);
});

test("a password refused here leads to the admin's login card, and the member beside it stays signed in", async () => {
  const server = startServer({});
  storeAuthToken("of a member beside");
  const onMemberRefused = watchMember();
  await logInAsAdmin(PASSWORD);
  server.changePassword("rotated");
  renderPage(pages, "/content/2027-09-02?from=admin");
  expect(await screen.findByText(/^The admin password no longer works/)).toBeTruthy();
  expect(onMemberRefused).not.toHaveBeenCalled();
});
