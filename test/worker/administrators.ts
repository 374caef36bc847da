import type { NewKey } from "#domain/contract/administrators.ts";
import type { GIVEN_ROLES } from "#domain/rules/administrators.ts";
import { uniqueAddress } from "./factories.ts";
import { type RequestOptions, request } from "./request.ts";

type Person = { role: (typeof GIVEN_ROLES)[number]; name?: string; email?: string };

/** Someone with a key of their own. */
export async function addAdministrator({ role, name = "Ada Lovelace", email = "ada@office.test" }: Person) {
  const json = { requestId: crypto.randomUUID(), name, email, role };
  const response = await request("/api/admin/administrators", { admin: true, json });
  const { key } = await response.json<NewKey>();
  return { id: json.requestId, key, json };
}

/** A call with a person's key. */
export const asKey = (key: string, options: RequestOptions = {}) => ({
  address: uniqueAddress(),
  ...options,
  headers: { "x-admin-password": key, ...options.headers },
});
