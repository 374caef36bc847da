import { atom } from "jotai";

/** `refused`: the password stopped working while it was in use. */
export type AdminStatus = "signed-out" | "signed-in" | "refused";

/** Apart from the session itself (web/lib/admin-session.ts, which sets it): a member's page asks this and needs no more. */
export const adminStatusAtom = atom<AdminStatus>("signed-out");
