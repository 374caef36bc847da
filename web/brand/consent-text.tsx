import { PUBLIC_PAGES } from "#domain/paths.ts";

/** The texts that a sentence can name, with their pages. */
export const CONSENT_TEXTS: Record<string, string> = {
  "Terms of Service": PUBLIC_PAGES.terms,
  "Subscription Terms": PUBLIC_PAGES.subscriptionTerms,
  "Member Agreement": PUBLIC_PAGES.memberAgreement,
};
const NAMES = /(Terms of Service|Subscription Terms|Member Agreement)/;

/** A sentence that somebody agrees to, as `domain/rules/consent.ts` words it, with the texts it names as links of their own tabs. */
export function ConsentText({ text }: { text: string }) {
  return text.split(NAMES).map((part) => {
    const href = CONSENT_TEXTS[part];
    if (href === undefined) return part;
    return (
      <a key={href} href={href} target="_blank" rel="noopener" className="underline underline-offset-4 hover:text-bolt">
        {part}
      </a>
    );
  });
}
