import type { MemberImport } from "#domain/contract/imports.ts";
import { adminApi } from "../../lib/admin-session.ts";
import { adminQuery } from "../parts/admin-query.ts";

export const IMPORTS = "/api/admin/imports";

const EVERY_MS = 5000;
export const isBusy = ({ state }: MemberImport) => state === "waiting" || state === "running" || state === "undoing";

/** Asked again while an import is being worked on. */
export const importsQuery = adminQuery([IMPORTS], () => adminApi.admin.imports.$get(), {
  refetchInterval: ({ state }) => (state.data?.imports.some(isBusy) ? EVERY_MS : false),
});
