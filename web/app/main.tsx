import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode, startTransition } from "react";
import { createRoot } from "react-dom/client";
import { BrowserRouter } from "react-router";
import { APP_PAGES } from "#domain/paths.ts";
import { exchangeLinkToken, sessionQuery } from "../features/account/session.query.ts";
import { onSessionRefused } from "../lib/api.ts";
import { onSessionEndedElsewhere } from "../lib/auth-token.ts";
import { expectTranslation } from "../lib/expect-translation.ts";
import { holdInstallPrompt } from "../lib/install.atoms.ts";
import { holdLinkSecrets } from "../lib/link-secrets.ts";
import { createQueryClient } from "../lib/query-client.ts";
import { LazyToaster } from "../ui/lazy-toaster.tsx";
import { LazyTooltips } from "../ui/lazy-tooltips.tsx";
import { watchPointing } from "../ui/watch-pointing.ts";
import { App, loadFirstPage } from "./app.tsx";
import { fetchOrRestore } from "./fetch-or-restore.ts";
import "./app.css";

// Before anything else can read, store, or send on the address.
holdLinkSecrets();
exchangeLinkToken();
watchPointing();
const translation = expectTranslation();

const queryClient = createQueryClient({ persister: fetchOrRestore });
// If the session ended on the server, checking it sends visitors to /login. A check in progress is enough: its 401 must not start another.
onSessionRefused(
  () => void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey }, { cancelRefetch: false }),
);
// Nothing that belongs to the member stays on screen, in memory, or in the player. The administrator's open work continues.
onSessionEndedElsewhere(() => {
  const isMember = Boolean(queryClient.getQueryData(sessionQuery.queryKey));
  if (isMember && window.location.pathname !== APP_PAGES.admin) window.location.reload();
});
const PATIENCE_MS = 3000;
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const root = document.getElementById("root");
if (root === null) throw new Error("The page has no #root");

/** The document's content stays until the whole page can replace it; if a page's code doesn't load, the app requests it again. */
async function start(container: HTMLElement): Promise<void> {
  // Requested while the route's code is still loading; every logged-in screen needs both.
  const session = queryClient.prefetchQuery(sessionQuery);
  const first = await loadFirstPage(window.location.pathname).catch(() => null);
  await translation;
  if (first?.name === "dashboard") holdInstallPrompt();
  // Until then a member page looks like its document, but without working controls, so the wait is short.
  if (first?.Frame) await Promise.race([session, wait(PATIENCE_MS)]);
  // Rendered in slices so the browser stays responsive; the page looks the same until it's done.
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
