import type { AdminRole } from "#domain/rules/administrators.ts";

/** What an editor may call: sessions, their files, and drafts of live events. A new route is an administrator's until it's listed. */
export const EDITORS_ROUTES: ReadonlySet<string> = new Set([
  "GET /api/content/all",
  "GET /api/content/calendar",
  "GET /api/content/runway",
  "GET /api/content/deleted",
  "GET /api/content/date/:date",
  "GET /api/content/:id",
  "POST /api/content",
  "POST /api/content/days/plan",
  "POST /api/content/days",
  "POST /api/content/days/:id/undo",
  "GET /api/content/sheet",
  "POST /api/content/sheet/plan",
  "POST /api/content/sheet",
  "PUT /api/content/:id",
  "DELETE /api/content/:id",
  "POST /api/content/:id/restore",
  "POST /api/content/:id/duplicate",
  "GET /api/content/:id/revisions",
  "POST /api/content/:id/revisions/:version/restore",
  "GET /api/content/:id/preflight",
  "POST /api/admin/verify",
  "POST /api/admin/logout",
  "GET /api/admin/stats",
  "GET /api/admin/media",
  "POST /api/admin/email-preview",
  "POST /api/admin/test-email",
  "GET /api/admin/delivery",
  "POST /api/admin/uploads",
  "GET /api/admin/uploads/:id",
  "PATCH /api/admin/uploads/:id",
  "DELETE /api/admin/uploads/:id",
  "POST /api/admin/uploads/:id/complete",
  "GET /api/admin/live-events",
  "POST /api/admin/live-events",
  "PUT /api/admin/live-events/:id",
  "DELETE /api/admin/live-events/:id",
]);
const OWNERS = "/api/admin/administrators";

/** The lowest role that may call one of the administrators' routes, such as "PUT /api/content/:id". */
export function lowestRoleOf(route: string): AdminRole {
  if (EDITORS_ROUTES.has(route)) return "editor";
  return route.includes(OWNERS) ? "owner" : "administrator";
}
