const LINK = /\bhttps?:\/\/[^\s<>"]+/gi;
/** Punctuation that ends a sentence rather than an address; a closing bracket counts only if the address opens none. */
const ENDINGS = ".,;:!?'’”";

function withoutEnding(link: string): string {
  let end = link.length;
  const isEnding = (char: string) => ENDINGS.includes(char) || (char === ")" && !link.includes("("));
  while (end > 0 && isEnding(link.charAt(end - 1))) end -= 1;
  return link.slice(0, end);
}

/** Every second part is a link. */
export function splitAtLinks(text: string): string[] {
  const parts: string[] = [];
  let end = 0;
  for (const { 0: match, index } of text.matchAll(LINK)) {
    const link = withoutEnding(match);
    if (!URL.canParse(link)) continue;
    parts.push(text.slice(end, index), link);
    end = index + link.length;
  }
  return [...parts, text.slice(end)];
}

export const linksInText = (text: string): string[] => [
  ...new Set(splitAtLinks(text).filter((_, nth) => nth % 2 === 1)),
];
