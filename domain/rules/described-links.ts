const LINK = /\bhttps?:\/\/[^\s<>"]+/gi;
/** Punctuation that ends a sentence rather than an address; a closing bracket counts only if the address opens none. */
const ENDINGS = ".,;:!?'’”";

function withoutEnding(link: string): string {
  let end = link.length;
  const isEnding = (char: string) => ENDINGS.includes(char) || (char === ")" && !link.includes("("));
  while (end > 0 && isEnding(link.charAt(end - 1))) end -= 1;
  return link.slice(0, end);
}

export function linksInText(text: string): string[] {
  const links = Array.from(text.matchAll(LINK), ([link]) => withoutEnding(link)).filter((link) => URL.canParse(link));
  return [...new Set(links)];
}
