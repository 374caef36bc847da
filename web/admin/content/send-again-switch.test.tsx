import { screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test } from "vitest";
import { contentItem } from "#test/answers/content.ts";
import { failure, renderAsAdmin, startLibrary } from "#test/web/admin.tsx";
import { ContentTab } from "./content-tab.tsx";

test("a row's switch shows whether its session may be sent again, and saves only that setting", async () => {
  const item = contentItem({ date: "2027-05-04", status: "published" });
  const server = startLibrary(item);
  await renderAsAdmin(<ContentTab />, "/admin?tab=content&view=list&month=2027-05");
  const user = userEvent.setup();
  const again = await screen.findByRole("switch", { name: "May be sent again: Tuesday, May 4, 2027", checked: false });
  await user.click(again);
  await waitFor(() => expect(again.getAttribute("aria-checked")).toBe("true"));
  expect(server.sentTo(`PUT /api/content/${item.id}`)).toEqual([{ mayBeSentAgain: true }]);

  server.routes[`PUT /api/content/${item.id}`] = () => failure(500, "Internal error");
  await user.click(again);
  expect(await screen.findByText("Not saved")).toBeTruthy();
  expect(again.getAttribute("aria-checked")).toBe("true");
});

test("a list response requested before the switch was flipped doesn't flip it back", async () => {
  const item = contentItem({ date: "2027-05-04", status: "published" });
  const server = startLibrary(item);
  await renderAsAdmin(<ContentTab />, "/admin?tab=content&view=list&month=2027-05");
  const user = userEvent.setup();
  const again = await screen.findByRole("switch", { name: /^May be sent again: / });
  const early = Promise.withResolvers<void>();
  const before = { ...item };
  const list = server.routes["GET /api/content/all"];
  server.routes["GET /api/content/all"] = async () => {
    if (list) server.routes["GET /api/content/all"] = list;
    await early.promise;
    return Response.json([before]);
  };
  await user.selectOptions(screen.getByLabelText("Filter by status"), "published");
  await waitFor(() => expect(server.routes["GET /api/content/all"]).toBe(list));
  await user.click(again);
  await waitFor(() => expect(item.mayBeSentAgain).toBe(true));
  early.resolve();
  await waitFor(() => expect(again.getAttribute("aria-checked")).toBe("true"));
});
