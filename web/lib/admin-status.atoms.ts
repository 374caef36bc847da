import { atom } from "jotai";
import type { AdminVerifyResponse } from "#domain/contract/administrators.ts";

/** `refused`: the password stopped working while it was in use. */
export type AdminStatus = "signed-out" | "signed-in" | "refused";

/** Separate from web/lib/admin-session.ts, which sets it, because member pages need only this. */
export const adminStatusAtom = atom<AdminStatus>("signed-out");

/** Who is in; undefined for the owner. */
export const administratorAtom = atom<AdminVerifyResponse["administrator"]>(undefined);
