import { atom } from "jotai";

/** The verified admin password, or null. In memory alone: a reload logs the admin out (spec section 4). */
export const adminPasswordAtom = atom<string | null>(null);
