import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import type { ReactNode } from "react";
import { BrowserRouter } from "react-router";
import { afterEach, type Mock, vi } from "vitest";
import { type UpdateContentRequest, updateContentRequest } from "#domain/contract/content/content.ts";
import type { LibraryItem } from "#domain/contract/content/library.ts";
import { resetAtoms } from "../../web/admin/parts/stored.atoms.ts";
import { logInAsAdmin } from "../../web/lib/admin-session.ts";
import { onSessionRefused } from "../../web/lib/api.ts";
import { createQueryClient } from "../../web/lib/query-client.ts";
import { signOut } from "../../web/lib/sign-out.ts";
import { Toaster } from "../../web/ui/toaster.tsx";

export const PASSWORD = "right-password";

// A test's server stays until the next one starts: what a form sends on closing must not reach the network.
afterEach(() => {
  cleanup();
  signOut();
  resetAtoms();
});

type Call = { method: string; path: string; body: unknown; password: string | null };
type Route = (call: Call) => Response | Promise<Response>;

/** A server with these routes ("PUT /api/content/1"), which accepts its password and records its calls. */
export function startServer(routes: Record<string, Route>) {
  const server = { password: PASSWORD, calls: [] as Call[], routes };
  vi.stubGlobal("fetch", async (path: string, init: RequestInit = {}) => {
    const method = init.method ?? "GET";
    const body = typeof init.body === "string" ? JSON.parse(init.body) : undefined;
    const call = { method, path, body, password: new Headers(init.headers).get("x-admin-password") };
    server.calls.push(call);
    if (call.password !== server.password) return failure(401, "Wrong admin password");
    if (path === "/api/admin/verify") return Response.json({});
    const [pathname] = path.split("?");
    // A route with its own query, or the one for any query.
    const route = server.routes[`${method} ${path}`] ?? server.routes[`${method} ${pathname}`];
    return (await route?.(call)) ?? failure(404, "Not found", "not_found");
  });
  return {
    ...server,
    sentTo: (route: string) =>
      server.calls.filter(({ method, path }) => `${method} ${path}` === route).map(({ body }) => body),
    changePassword: (next: string) => {
      server.password = next;
    },
  };
}

/** Called if the server seems to reject the member who is also logged in. */
export function watchMember(): Mock<() => void> {
  const onRefused = vi.fn<() => void>();
  onSessionRefused(onRefused);
  return onRefused;
}

export function failure(status: number, error: string, code = "internal", fields?: Record<string, string>): Response {
  return Response.json({ error, code, fields, requestId: "r1" }, { status });
}

/** Changes an item like our server. */
function applyChange(
  item: LibraryItem,
  { version: _, flow: __, videoKey, youtubeUrl, audioKey, ...change }: UpdateContentRequest,
) {
  if (youtubeUrl) item.videoFilename = null;
  if (videoKey !== undefined) item.videoFilename = videoKey;
  if (audioKey !== undefined) item.audioFilename = audioKey;
  Object.assign(item, change, youtubeUrl === undefined ? {} : { youtubeUrl: youtubeUrl || null });
  item.version += 1;
}

const NO_RUNWAY = { days: [] };

/** A server that stores items like ours, as far as the editor can tell. */
export function startLibrary(...items: LibraryItem[]) {
  const routes: Record<string, Route> = {
    "GET /api/content/all": () => Response.json(items),
    "GET /api/content/calendar": () => Response.json([]),
    "GET /api/content/runway": () => Response.json(NO_RUNWAY),
    "GET /api/content/deleted": () => Response.json([]),
  };
  for (const item of items) Object.assign(routes, routesOf(item));
  return startServer(routes);
}

/** An item that is read by its date and saved as by our server. */
export function routesOf(item: LibraryItem): Record<string, Route> {
  return {
    [`GET /api/content/date/${item.date}`]: () => Response.json(item),
    [`PUT /api/content/${item.id}`]: ({ body }) => {
      const change = updateContentRequest.parse(body);
      if (change.version !== undefined && change.version !== item.version) return staleAnswer(item);
      applyChange(item, change);
      return Response.json(item);
    },
  };
}

function staleAnswer(present: LibraryItem): Response {
  const error = "Someone else changed this day.";
  return Response.json({ error, code: "stale", requestId: "r1", present }, { status: 409 });
}

export async function renderAsAdmin(ui: ReactNode, address = "/admin", client = createQueryClient()) {
  await logInAsAdmin(PASSWORD);
  return renderPage(ui, address, client);
}

export function renderPage(ui: ReactNode, address = "/admin", client = createQueryClient()) {
  window.history.replaceState(null, "", address);
  return render(
    <QueryClientProvider client={client}>
      <BrowserRouter>{ui}</BrowserRouter>
      <Toaster />
    </QueryClientProvider>,
  );
}

/** Fills a field in one step and leaves it: on a busy machine, a pause between keys could save half a text. */
export async function writeAtOnce(user: UserEvent, field: HTMLElement, value: string) {
  await user.click(field);
  fireEvent.change(field, { target: { value } });
  await user.tab();
}
