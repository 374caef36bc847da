import { isVisible } from "#domain/rules/text.ts";

/** "Ana Maria Lopez" → first name "Ana", the rest the last name; neither is ever made of joiners alone. */
export function splitName(name: string): { firstName: string; lastName: string | null } {
  const words = name.trim().split(/\s+/).filter(isVisible);
  const [firstName = name, ...rest] = words;
  return { firstName, lastName: rest.length > 0 ? rest.join(" ") : null };
}
