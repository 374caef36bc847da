import { memberImport } from "#domain/contract/imports.ts";
import { uniqueEmail } from "#test/support/fixtures.ts";
import { rowsOf } from "./factories.ts";
import { request } from "./request.ts";

const IMPORTS = "/api/admin/imports";
function file() {
  const body = `email\n${uniqueEmail()}\n`;
  return { method: "PUT", admin: true, body, headers: { "content-length": String(body.length) } };
}

async function uploaded(): Promise<string> {
  const path = `${IMPORTS}/${crypto.randomUUID()}`;
  await request(`${path}?filename=members.csv`, file());
  return path;
}

async function checked(): Promise<string> {
  const path = await uploaded();
  await request(`${path}/check`, { admin: true, json: { mapping: { email: 0 } } });
  return path;
}

/** An import that has just ended. */
async function ended(): Promise<string> {
  const path = await checked();
  await rowsOf("update imports set state = 'done', ended_at = ? where state = 'checked'", Date.now());
  return path;
}

/** Successful responses of the routes for imports. */
export const IMPORT_ANSWERS = {
  [`PUT ${IMPORTS}/:id`]: {
    schema: memberImport,
    call: async () => ({ path: `${IMPORTS}/${crypto.randomUUID()}?filename=members.csv`, ...file() }),
  },
  [`POST ${IMPORTS}/:id/check`]: {
    schema: memberImport,
    call: async () => ({ admin: true, path: `${await uploaded()}/check`, json: { mapping: { email: 0 } } }),
  },
  [`POST ${IMPORTS}/:id/start`]: {
    schema: memberImport,
    call: async () => ({ admin: true, method: "POST", path: `${await checked()}/start` }),
  },
  [`POST ${IMPORTS}/:id/cancel`]: {
    schema: memberImport,
    call: async () => ({ admin: true, method: "POST", path: `${await checked()}/cancel` }),
  },
  [`POST ${IMPORTS}/:id/undo`]: {
    schema: memberImport,
    call: async () => ({ admin: true, method: "POST", path: `${await ended()}/undo` }),
  },
};
