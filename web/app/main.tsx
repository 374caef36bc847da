import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode, startTransition } from "react";
import { createRoot } from "react-dom/client";
import { BrowserRouter } from "react-router";
import { APP_PAGES } from "#domain/paths.ts";
import { isLinkTokenPending, takeLinkToken } from "../features/account/link-token.ts";
import { sessionQuery } from "../features/account/session.query.ts";
import { onSessionRefused } from "../lib/api.ts";
import { hasPendingWork, onSessionEndedElsewhere, readAuthToken } from "../lib/auth-token.ts";
import { createQueryClient } from "../lib/query-client.ts";
import { LazyToaster } from "../ui/lazy-toaster.tsx";
import { LazyTooltips } from "../ui/lazy-tooltips.tsx";
import { App, loadFirstPage } from "./app.tsx";
import "./app.css";

takeLinkToken();

const queryClient = createQueryClient();
// A session that ended on the server meanwhile is found out by whatever asks next; checking it sends visitors to /login.
// A check that is under way is that check: its own 401 must not start another.
onSessionRefused(
  () => void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey }, { cancelRefetch: false }),
);
// Nothing of the member stays on screen, in memory or in the player. The administrator's work beside them goes on.
onSessionEndedElsewhere(() => {
  const isMember = Boolean(queryClient.getQueryData(sessionQuery.queryKey));
  if (isMember && window.location.pathname !== APP_PAGES.admin) window.location.reload();
});
const PATIENCE_MS = 3000;
/** For the rest of the first screen, once it is known who is there: what comes together is drawn together. */
const MORE_PATIENCE_MS = 500;
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const root = document.getElementById("root");
if (root === null) throw new Error("The page has no #root");

/** What the document shows stays until the whole page can take its place; a page whose code does not come, the app asks for again. */
async function start(container: HTMLElement): Promise<void> {
  // Asked while the route's code is still on its way; every signed-in screen waits for both.
  const session = queryClient.prefetchQuery(sessionQuery);
  const first = await loadFirstPage(window.location.pathname).catch(() => null);
  const isSomebody = readAuthToken() !== null && !isLinkTokenPending() && !hasPendingWork();
  const ahead = isSomebody ? first?.readAhead?.() : undefined;
  // A member's page shows until then what its document shows, but for what can be pressed: nobody waits long for that.
  if (first?.Frame) {
    await Promise.race([session, wait(PATIENCE_MS)]);
    await Promise.race([ahead, wait(MORE_PATIENCE_MS)]);
  }
  // In slices, between which the browser answers: nobody waits for a page that looks the same so far.
  startTransition(() =>
    createRoot(container).render(
      <StrictMode>
        <QueryClientProvider client={queryClient}>
          <BrowserRouter>
            <App first={first} />
          </BrowserRouter>
          <LazyToaster />
          <LazyTooltips />
        </QueryClientProvider>
      </StrictMode>,
    ),
  );
}

void start(root);
