/** So many links of a description are asked for; one with more is no description. */
const MOST_LINKS = 5;
const LINK = /\bhttps?:\/\/[^\s<>"]+/gi;
/** What ends a sentence and no address; a bracket only where the address opens none. */
const ENDINGS = ".,;:!?'’”";

/** Ends of names that lead into somebody's own network, or nowhere. */
const NOT_PUBLIC = new Set(
  "localhost local localdomain internal intranet lan home corp private arpa invalid test example onion".split(" "),
);

function withoutEnding(link: string): string {
  let end = link.length;
  const isEnding = (char: string) => ENDINGS.includes(char) || (char === ")" && !link.includes("("));
  while (end > 0 && isEnding(link.charAt(end - 1))) end -= 1;
  return link.slice(0, end);
}

/** The addresses that a text names, each once, as far as they are checked. */
export function linksInText(text: string): string[] {
  const links = Array.from(text.matchAll(LINK), ([link]) => withoutEnding(link)).filter((link) => URL.canParse(link));
  return [...new Set(links)].slice(0, MOST_LINKS);
}

/** Whether the Worker may ask for an address that somebody has typed: HTTPS, at a name that the public net knows, without a port or a login. */
export function mayBeAsked(link: string): boolean {
  const { protocol, hostname, port, username, password } = new URL(link);
  // An IP address has no top name of letters, in whatever form it was typed.
  const [top = "", ...rest] = hostname.toLowerCase().split(".").toReversed();
  const isPublic = rest.length > 0 && /^(?:[a-z]{2,}|xn--[a-z0-9-]+)$/.test(top) && !NOT_PUBLIC.has(top);
  return protocol === "https:" && isPublic && port === "" && username === "" && password === "";
}
