import { memberImport } from "#domain/contract/imports.ts";
import { uniqueEmail } from "#test/support/fixtures.ts";
import { answersOf, asAdmin } from "./answers.ts";
import { rowsOf } from "./factories.ts";
import { request } from "./request.ts";

function file() {
  const body = `email\n${uniqueEmail()}\n`;
  return { method: "PUT", admin: true, body, headers: { "content-length": String(body.length) } };
}

async function uploaded(): Promise<string> {
  const id = crypto.randomUUID();
  await request(`/api/admin/imports/${id}?filename=members.csv`, file());
  return id;
}

async function checked(): Promise<string> {
  const id = await uploaded();
  await request(`/api/admin/imports/${id}/check`, { admin: true, json: { mapping: { email: 0 } } });
  return id;
}

/** An import that has just ended. */
async function ended(): Promise<string> {
  const id = await checked();
  await rowsOf("update imports set state = 'done', ended_at = ? where state = 'checked'", Date.now());
  return id;
}

/** Successful responses of the routes for imports. */
export const IMPORT_ANSWERS = answersOf({
  "PUT /api/admin/imports/:id": [
    memberImport,
    async () => ({ ids: [crypto.randomUUID()], query: "?filename=members.csv", ...file() }),
  ],
  "POST /api/admin/imports/:id/check": [
    memberImport,
    async () => asAdmin({ ids: [await uploaded()], json: { mapping: { email: 0 } } }),
  ],
  "POST /api/admin/imports/:id/start": [memberImport, async () => asAdmin({ ids: [await checked()] })],
  "POST /api/admin/imports/:id/cancel": [memberImport, async () => asAdmin({ ids: [await checked()] })],
  "POST /api/admin/imports/:id/undo": [memberImport, async () => asAdmin({ ids: [await ended()] })],
});
