import * as z from "zod";

const WITH_NAME = /^[^<>]*<([^<>]+)>$/;

/** The bare address of `a@b.c` or `Name <a@b.c>` in lower case, or null when the text is neither. */
export function bareAddress(text: string): string | null {
  const address = (WITH_NAME.exec(text.trim())?.[1] ?? text).trim();
  return z.regexes.email.test(address) ? address.toLowerCase() : null;
}

export const domainOf = (address: string): string => address.slice(address.lastIndexOf("@") + 1);
