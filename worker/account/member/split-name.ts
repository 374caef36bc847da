import { isVisible } from "#domain/rules/text.ts";

/** "Ana Maria Lopez" → first name "Ana", last name "Maria Lopez". Words made only of invisible joiners are dropped. */
export function splitName(name: string): { firstName: string; lastName: string | null } {
  const words = name.trim().split(/\s+/).filter(isVisible);
  const [firstName = name, ...rest] = words;
  return { firstName, lastName: rest.length > 0 ? rest.join(" ") : null };
}
