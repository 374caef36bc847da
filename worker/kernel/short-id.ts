import { customAlphabet } from "nanoid";

/** 80 random bits in Crockford's base32, for rows that others name in large numbers. */
export const newShortId = customAlphabet("0123456789abcdefghjkmnpqrstvwxyz", 16);
