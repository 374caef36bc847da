import { adminPath } from "#domain/paths.ts";
import type { AdminTab } from "#domain/rules/admin-places.ts";

export type AdminPlace = { tab: AdminTab } & Record<string, string>;

export const adminHref = ({ tab, ...open }: AdminPlace) => adminPath(tab, open);
