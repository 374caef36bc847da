/** Only this much of a line is checked for the start of a quotation. */
const LONGEST_HEAD = 300;
/** A program breaks "On … wrote:" over at most this many lines. */
const MOST_LINES = 3;
/** How many lines below "From:" another header may follow. */
const FELLOWS_WITHIN = 5;

const QUOTED = /^\s*>/;
const ENDS_SENTENCE = /[.!?]$/;
const ATTRIBUTION_BEGINS = /^(?:on|am|le|el|il|op|em|den)\s/i;
const ATTRIBUTION_ENDS = /\s(?:wrote|a écrit|escribió|ha scritto|escreveu)\s?:?$/i;
/** In these languages the name follows: "Am … schrieb Daybolt:". */
const ATTRIBUTION_WITH_NAME = /\s(?:schrieb|schreef|skrev)\s/i;
const SEPARATOR =
  /^(?:(?:original|forwarded|reply|ursprüngliche|weitergeleitete) (?:message|nachricht)|message (?:d'origine|original|transféré)|mensaje (?:original|reenviado)|mensagem original|messaggio originale|oorspronkelijk bericht)\b/i;
const FROM = /^(?:from|von|de|da|van|från)\s?:\*{0,2}(?:\s|$)/i;
const FELLOW =
  /^(?:sent|date|to|subject|gesendet|datum|an|betreff|envoyé|à|objet|enviad[oa](?: e[lm])?|fecha|para|asunto|assunto|inviato|oggetto|verzonden|aan|onderwerp|skickat|till|ämne)\s?:/i;

/** A line without the marks around it: "*From:*", "---- Daybolt wrote ----". */
function bareOf(line: string): string {
  const isMark = (at: number) => "-_* \t\r".includes(line[at] ?? "?");
  let [from, to] = [0, Math.min(line.length, LONGEST_HEAD)];
  while (from < to && isMark(from)) from += 1;
  while (to > from && isMark(to - 1)) to -= 1;
  return line.slice(from, to);
}

/** Whether a line begins what Outlook writes above a quotation: "From:" with an address, or with "Sent:", "To:" or the like below it. */
function isHeaderBlock(lines: readonly string[], at: number): boolean {
  const bare = bareOf(lines[at] ?? "");
  if (!FROM.test(bare)) return false;
  return bare.includes("@") || lines.slice(at + 1, at + 1 + FELLOWS_WITHIN).some((line) => FELLOW.test(bareOf(line)));
}

/** How many lines of the head of a quotation begin at a line: "On … wrote:", "-----Original Message-----", "From: …"; 0 for none. */
function headAt(lines: readonly string[], at: number): number {
  const line = lines[at] ?? "";
  const bare = bareOf(line);
  const isSeparated = line.trimStart().startsWith("--") && (SEPARATOR.test(bare) || /\bwrote$/i.test(bare));
  if (isSeparated || /^begin forwarded message:?$/i.test(bare) || isHeaderBlock(lines, at)) return 1;
  if (!ATTRIBUTION_BEGINS.test(bare)) return 0;
  let joined = "";
  for (let count = 1; count <= MOST_LINES; count += 1) {
    const next = bareOf(lines[at + count - 1] ?? "");
    if (next === "" || QUOTED.test(next)) return 0;
    joined += ` ${next}`;
    if (joined.endsWith(":") && (ATTRIBUTION_ENDS.test(joined) || ATTRIBUTION_WITH_NAME.test(joined))) return count;
    if (ENDS_SENTENCE.test(next)) return 0;
  }
  return 0;
}

/**
 * What somebody wrote, without what they quote: our own mails speak of refunds and of unsubscribing, too. Where the quoted lines begin
 * with ">", what stands between and below them is theirs; where they do not, nobody can tell where a quotation ends.
 */
export function ownWords(text: string): string {
  const lines = text.split("\n");
  const own: string[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const span = headAt(lines, at);
    if (span > 0) {
      let below = at + span;
      while (below < lines.length && lines[below]?.trim() === "") below += 1;
      if (!(QUOTED.test(lines[below] ?? "") || headAt(lines, below) > 0)) break;
      at = below - 1;
    } else if (!QUOTED.test(lines[at] ?? "")) own.push(lines[at] ?? "");
  }
  return own.join("\n");
}
