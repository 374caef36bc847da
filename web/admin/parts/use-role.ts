import { useAtomValue } from "jotai";
import { type AdminRole, isAtLeast } from "#domain/rules/administrators.ts";
import { administratorAtom } from "../../lib/admin-status.atoms.ts";

const useRole = (): AdminRole => useAtomValue(administratorAtom)?.role ?? "owner";

/** Whether who is in may do what takes this role. */
export const useMay = (lowest: AdminRole): boolean => isAtLeast(useRole(), lowest);
