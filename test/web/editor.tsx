import { screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import type { LibraryItem } from "../../domain/contract/content/library.ts";
import { ContentDrawer } from "../../web/admin/content/content-drawer.tsx";
import { contentItem } from "../answers/content.ts";
import { renderAsAdmin, startLibrary } from "./admin.tsx";

let day = 0;
/** An item on a date that no other test of the file uses. */
export function freshItem(overrides: Partial<LibraryItem> = {}): LibraryItem {
  day += 1;
  return contentItem({ date: `2027-06-${String(day).padStart(2, "0")}`, ...overrides });
}

/** The first item's editor, over a server that stores these items. Changing `item` acts as another editor. */
export async function openEditor(...items: LibraryItem[]) {
  const [item = freshItem(), ...others] = items;
  const user = userEvent.setup();
  const server = startLibrary(item, ...others);
  const put = `PUT /api/content/${item.id}`;
  const works = server.routes[put];
  if (!works) throw new Error("The server has no such route");
  const view = await showDay(item);
  return { user, server, view, item, editor: view.editor, put, works };
}

/** A day's editor, without the calendar around it. */
export function Day({ date }: { date: string }) {
  return <ContentDrawer date={date} today="2027-01-01" onOpen={() => undefined} onClose={() => undefined} />;
}

/** Opens a day's editor again: after another day, a new login, or a reload. */
export async function showDay({ date }: LibraryItem) {
  const view = await renderAsAdmin(<Day date={date} />);
  const editor = within(await screen.findByRole("dialog"));
  await editor.findByLabelText("Title");
  return { ...view, editor };
}
