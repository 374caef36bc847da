import type { ImportList } from "#domain/contract/imports.ts";
import type { ImportState } from "#domain/rules/imports.ts";
import { adminApi } from "../../lib/admin-session.ts";
import { adminQuery } from "../parts/admin-query.ts";

export const IMPORTS = "/api/admin/imports";

const EVERY_MS = 5000;
const isBusy = (state: ImportState) => state === "waiting" || state === "running" || state === "undoing";
const hasBusy = ({ imports }: ImportList) => imports.some(({ state }) => isBusy(state));

/** Asked again while an import is being worked on. */
export const importsQuery = adminQuery([IMPORTS], () => adminApi.admin.imports.$get(), {
  refetchInterval: ({ state }) => (state.data && hasBusy(state.data) ? EVERY_MS : false),
});
