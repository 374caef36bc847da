import { QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { StaticRouter } from "react-router";
import {
  APP_PAGES,
  type AppPageName,
  confirmAddressPath,
  contentPath,
  invitationPath,
  markDonePath,
  revokeFeedsPath,
  setupPasswordPath,
  signInPath,
  unsubscribePath,
  wakeUpChangePath,
} from "#domain/paths.ts";
import { createQueryClient } from "../lib/query-client.ts";
import { App, type FirstPage, loadFirstPage } from "./app.tsx";

/** Each page as most visits see it; placeholders that read well fill in for what only a visit knows. */
const ADDRESSES: Record<AppPageName, string> = {
  ...APP_PAGES,
  content: contentPath("any"),
  setupPassword: setupPasswordPath("any", "your membership"),
  invitation: invitationPath("any", "your membership"),
  confirmAddress: confirmAddressPath("any", "your new email"),
  signIn: signInPath("any"),
  unsubscribe: unsubscribePath("any", "any"),
  done: markDonePath({ feed: "any", item: "any", key: "any" }),
  revoke: revokeFeedsPath({ member: "any", feed: "any", key: "any" }),
  wakeUp: wakeUpChangePath({ member: "any", date: "any", key: "any" }, { hour: "any" }),
};

// Loaded while this module is evaluated, because its Node caller loads nothing more afterward.
const FIRST_PAGES = await Promise.all(
  Object.values(ADDRESSES).map((address) => loadFirstPage(address.split("?")[0] ?? "")),
);

/** React escapes ">" in attributes, so `[^>]*` spans a whole tag. */
const WORKING_CONTROL = /<(button|input|select|textarea)(?=[\s>])(?![^>]*\sdisabled="")/g;

function renderAppPage({ name, Page }: FirstPage): string {
  const queryClient = createQueryClient();
  const markup = renderToStaticMarkup(
    <div data-still="" className="contents">
      <QueryClientProvider client={queryClient}>
        <StaticRouter location={ADDRESSES[name]}>
          <App first={{ name, Page }} />
        </StaticRouter>
      </QueryClientProvider>
    </div>,
  );
  // Its timers would keep the build from exiting.
  queryClient.clear();
  return markup.replaceAll(WORKING_CONTROL, '<$1 disabled=""');
}

/** Each page's document before any data is known. Controls that need the code are disabled until React takes over, so no input is lost. */
export function renderAppPages(): Record<string, string> {
  return Object.fromEntries(FIRST_PAGES.flatMap((first) => (first ? [[first.name, renderAppPage(first)]] : [])));
}
