/**
 * What a buyer may write into a gift's emails, which we sign and send to an address of the buyer's choice: names and wishes, and nothing
 * that leads the reader to a page, an address or a phone of a stranger's.
 */
export const MAX_GIFT_NAME = 40;

export const NAME_REFUSED = "A name can't have numbers, @, / or a web address in it";
export const MESSAGE_REFUSED = "The message can't have links, email addresses or phone numbers in it";

/** As mail programs see it: other forms of the same characters, and what cannot be seen, are no way around. */
function asSeen(text: string): string {
  return text.normalize("NFKC").replace(/\p{Cf}/gu, "");
}

export function isGiftName(text: string): boolean {
  return !/[\p{Nd}@/]|www\./iu.test(asSeen(text));
}

/** What may stand between the digits of a phone number. */
const BETWEEN_DIGITS = /[\s\p{Pd}./\p{Ps}\p{Pe}]/gu;
const PHONE = /\p{Nd}{9}/u;
/** A domain with a path. A rating such as 9.5/10 has no letter behind its dot. */
const PATH_OF_DOMAIN = /[\p{L}\p{Nd}]\.\p{L}[\p{L}\p{Nd}-]*\//u;

export function isGiftMessage(text: string): boolean {
  const seen = asSeen(text);
  const leads = /:\/\/|www\.|@/i.test(seen) || PATH_OF_DOMAIN.test(seen);
  return !leads && !PHONE.test(seen.replace(BETWEEN_DIGITS, ""));
}
