/** Only this many links in a description are checked; real descriptions don't have more. */
const MOST_LINKS = 5;
const LINK = /\bhttps?:\/\/[^\s<>"]+/gi;
/** Punctuation that ends a sentence rather than an address; a closing bracket counts only if the address opens none. */
const ENDINGS = ".,;:!?'’”";

/** Top-level names used in private networks, or nowhere. */
const NOT_PUBLIC = new Set(
  "localhost local localdomain internal intranet lan home corp private arpa invalid test example onion".split(" "),
);

function withoutEnding(link: string): string {
  let end = link.length;
  const isEnding = (char: string) => ENDINGS.includes(char) || (char === ")" && !link.includes("("));
  while (end > 0 && isEnding(link.charAt(end - 1))) end -= 1;
  return link.slice(0, end);
}

export function linksInText(text: string): string[] {
  const links = Array.from(text.matchAll(LINK), ([link]) => withoutEnding(link)).filter((link) => URL.canParse(link));
  return [...new Set(links)].slice(0, MOST_LINKS);
}

/** Whether the Worker may request an address someone typed: HTTPS, a public host name, no port, and no credentials. */
export function mayBeAsked(link: string): boolean {
  const { protocol, hostname, port, username, password } = new URL(link);
  // An IP address never has a top-level name made of letters, however it was typed.
  const [top = "", ...rest] = hostname.toLowerCase().split(".").toReversed();
  const isPublic = rest.length > 0 && /^(?:[a-z]{2,}|xn--[a-z0-9-]+)$/.test(top) && !NOT_PUBLIC.has(top);
  return protocol === "https:" && isPublic && port === "" && username === "" && password === "";
}
