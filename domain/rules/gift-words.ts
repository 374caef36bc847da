/** Limits for gift emails, which we sign and send to any address: no words may lead to a stranger's page, address, or phone. */
export const MAX_GIFT_NAME = 40;
export const MAX_MEMBER_NAME = 120;

const LONGEST_QUOTED = 40;

/** The text as email programs read it: normalized, nothing invisible, and every period that web addresses accept is a dot. */
function asSeen(text: string): string {
  return text
    .normalize("NFKC")
    .replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}\p{Me}]/gu, "")
    .replace(/[⁄∕⧸]/g, "/")
    .replace(/。(?=[a-z\d])/gi, ".")
    .replace(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) % 16));
}

const TITLES = "Mr|Mrs|Ms|Mx|Mme|Dr|Prof|St|Ste|Fr|Sr|Br|Rev|Hon|Lt|Col|Gen|Maj|Capt|Cpl|Sgt|Ph|Ed|Psy";
/** Common domain endings ("X.Com", "T.Me") that are hardly ever last names, unlike Li, Ng, De, Page, or Dev. */
const ENDINGS = "com|net|org|info|biz|edu|gov|app|xyz|shop|site|online|io|ai|co|me|tv|cc|gg|uk|us|eu";
const ENDING = ENDINGS.replace(/\w/g, (letter) => `[${letter}${letter.toUpperCase()}]`);
/** An initial or title without a space after its dot: "J.Smith", "Mr.Smith", "Ph.D.". */
const TITLE = new RegExp(
  String.raw`(?<![\p{L}-])(?:\p{L}|${TITLES})\.(?=[\p{Lu}\p{Lo}])(?!(?:${ENDING})(?!\p{L}))`,
  "gu",
);

function leadsAway(word: string): boolean {
  return /[@/]|www\./iu.test(word) || /[\p{L}\p{N}]\.\p{L}/u.test(word.replace(TITLE, ""));
}

/** A domain or IP address with a path or port. A rating like 9.5/10 has no letter after its dot, and a date has only two dots. */
const HOST = /(?:[\p{L}\p{N}]\.\p{L}[\p{L}\p{N}-]*|(?:\p{N}{1,3}\.){3}\p{N}{1,3})(?:\/|:\p{N})/u;

const isLink = (word: string): boolean => /:\/\/|www\.|@/i.test(word) || HOST.test(word);

/** Digits with no letter between them. */
const NUMBER = /\p{N}(?:[^\p{L}\p{N}]*\p{N})+/gu;
const DAY = String.raw`(?:0?[1-9]|[12]\d|3[01])`;
const YEAR = String.raw`(?:19|20)\d\d`;
const NEXT = "[./-] ?";
const HARMLESS = [
  `${DAY}${NEXT}${DAY}${NEXT}(?:${YEAR}|[23]\\d)`,
  `${YEAR}[./-]${DAY}[./-]${DAY}`,
  // A span of years: "1984–2026".
  `${YEAR} ?[-–,] ?${YEAR}`,
  // A thousand, a million, a billion.
  "1(?:,000)+(?!,\\d)",
];
/** Not phone numbers: dates from 1900 to 2099, which have no group of three digits as phone numbers do, and 1,000,000,000 kisses. */
const NO_PHONE = new RegExp(String.raw`(?<!\d)(?:${HARMLESS.join("|")})(?!\d)`, "g");

/** Nine digits count as a phone number, because two times of day have eight. */
const PHONES = [
  // Across spaces, dashes, dots, slashes, and brackets. Any other character, such as a comma or colon, ends the count: "5:30, 6:00, 6:30".
  /\p{N}(?:[\s\p{Pd}\p{Pc}\p{Ps}\p{Pe}./\\·•∙‧・−]*\p{N}){8}/u,
  // Digit by digit: "8, 0, 0, 5, 5, 5, 0, 1, 0, 0".
  /\p{N}(?:[^\p{L}\p{N}]+\p{N}){8}/u,
];

/** Whether one mark joins nine digits, without a blank: "800,555,0100". In `parts`, marks and groups of digits take turns. */
function isJoined(number: string): boolean {
  let [joint, before, digits] = ["", 0, 0];
  const parts = number.split(/(\p{N}+)/u);
  for (let at = 1; at < parts.length; at += 2) {
    const [mark = "", { length } = ""] = parts.slice(at - 1, at + 1);
    const isSame = mark === joint;
    digits = (/\s/.test(mark) ? 0 : isSame ? digits : before) + length;
    [joint, before] = [mark, length];
    if (digits > 8) return true;
  }
  return false;
}

function isLongNumber(number: string): boolean {
  const counted = number.replace(NO_PHONE, "");
  return isJoined(counted) || PHONES.some((phone) => phone.test(counted));
}

function refusal(rule: string, word: string | undefined): string | null {
  if (word === undefined) return null;
  const line = word.replace(/\s+/g, " ");
  const quoted = line.length > LONGEST_QUOTED ? `${line.slice(0, LONGEST_QUOTED)}…` : line;
  return `${rule}. Change "${quoted}".`;
}

/** The error for a name on a gift, quoting the offending words; null if it's fine. */
export function giftNameProblem(name: string): string | null {
  const word = asSeen(name)
    .split(/\s+/)
    .find((each) => /\p{N}/u.test(each) || leadsAway(each));
  return refusal("A name can't include numbers, @, /, or a web address", word);
}

/** The error for a member's own name, which may have digits: our emails address only its owner by it. */
export function memberNameProblem(name: string): string | null {
  return refusal("A name can't include @, /, or a web address", asSeen(name).split(/\s+/).find(leadsAway));
}

export function giftMessageProblem(message: string): string | null {
  const seen = asSeen(message);
  const link = refusal("The message can't include links or email addresses", seen.split(/\s+/).find(isLink));
  if (link !== null) return link;
  const number = seen.match(NUMBER)?.find(isLongNumber);
  return refusal("The message can't include long numbers, such as a phone number", number);
}
