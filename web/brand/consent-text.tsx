import { PUBLIC_PAGES } from "#domain/paths.ts";

export const CONSENT_TEXTS: Record<string, string> = {
  "Terms of Service": PUBLIC_PAGES.terms,
  "Subscription Terms": PUBLIC_PAGES.subscriptionTerms,
  "Member Agreement": PUBLIC_PAGES.memberAgreement,
};
const NAMES = /(Terms of Service|Subscription Terms|Member Agreement)/;

/** A consent from `domain/rules/consent.ts`; the legal texts it names link to new tabs. */
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
