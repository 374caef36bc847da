/** Only this many characters of a line are checked for the start of a quotation. */
const LONGEST_HEAD = 300;
/** Mail programs break "On … wrote:" over at most this many lines. */
const MOST_LINES = 3;
/** How many lines below "From:" another header may follow. */
const FELLOWS_WITHIN = 5;
const MOST_HEADER_LINES = 30;

const QUOTED = /^\s*>/;
const ENDS_SENTENCE = /[.!?]$/;
const ATTRIBUTION_BEGINS = /^(?:on|am|le|el|il|op|em|den)\s/i;
const ATTRIBUTION_ENDS = /\s(?:wrote|a écrit|escribió|ha scritto|escreveu)\s?:?$/i;
/** In these languages the name comes after the verb: "Am … schrieb Daybolt:". */
const ATTRIBUTION_WITH_NAME = /\s(?:schrieb|schreef|skrev)\s/i;
const SEPARATOR =
  /^(?:(?:original|forwarded|reply|ursprüngliche|weitergeleitete) (?:message|nachricht)|message (?:d'origine|original|transféré)|mensaje (?:original|reenviado)|mensagem original|messaggio originale|oorspronkelijk bericht)\b/i;
const FROM = /^(?:from|von|de|da|van|från)\s?:\*{0,2}(?:\s|$)/i;
const SENT = /^(?:sent|date|gesendet|datum|envoyé|enviad[oa](?: e[lm])?|fecha|data|inviato|verzonden|skickat)\s?:/i;
const FELLOW =
  /^(?:to|b?cc|subject|reply-to|importance|attachments|an|betreff|à|objet|para|asunto|assunto|oggetto|aan|onderwerp|till|ämne)\s?:/i;
/** A field that web forms have and email headers don't. */
const FORM_FIELD =
  /^(?:your |ihre |votre |su )?(?:name|e-?mail(?: address)?|phone|message(?: body)?|comments?|question|inquiry|enquiry|nachricht|mensaje|mensagem|messaggio|bericht|meddelande)\s?:/i;

/** The line without decoration around it: "*From:*", "---- Daybolt wrote ----". */
function bareOf(line: string): string {
  const isMark = (at: number) => "-_* \t\r".includes(line[at] ?? "?");
  let [from, to] = [0, Math.min(line.length, LONGEST_HEAD)];
  while (from < to && isMark(from)) from += 1;
  while (to > from && isMark(to - 1)) to -= 1;
  return line.slice(from, to);
}

/** Lines in Outlook's header above a quotation: "From:" with an address, or before "Sent:", "To:" or the like; 0 for none and web forms. */
function headerLines(lines: readonly string[], at: number): number {
  const first = bareOf(lines[at] ?? "");
  if (!FROM.test(first)) return 0;
  let end = at + 1;
  let isSent = false;
  for (let next = end; next < Math.min(end + FELLOWS_WITHIN, at + MOST_HEADER_LINES); next += 1) {
    const bare = bareOf(lines[next] ?? "");
    if (QUOTED.test(bare)) break;
    if (FORM_FIELD.test(bare)) return 0;
    if (SENT.test(bare) || FELLOW.test(bare)) {
      isSent ||= SENT.test(bare);
      end = next + 1;
    } else if (bare !== "" && bareOf(lines[next - 1] ?? "") === "") break;
  }
  const isNone = end === at + 1 && !first.includes("@");
  const beginsMail = at < MOST_HEADER_LINES && lines.slice(0, at).every((line) => bareOf(line) === "");
  return isNone || (beginsMail && !isSent) ? 0 : end - at;
}

/** Number of lines in a quotation's header starting at this line ("On … wrote:", "-----Original Message-----", "From: …"); 0 for none. */
function headAt(lines: readonly string[], at: number): number {
  const line = lines[at] ?? "";
  const bare = bareOf(line);
  const isSeparated = line.trimStart().startsWith("--") && (SEPARATOR.test(bare) || /\bwrote$/i.test(bare));
  if (isSeparated || /^begin forwarded message:?$/i.test(bare)) return 1;
  const headers = headerLines(lines, at);
  if (headers > 0) return headers;
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

/** The sender's words, since our emails mention refunds, too. If ">" marks the quotation, words below it count; otherwise it ends them. */
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
