import { useId } from "react";
import { PUBLIC_PAGES } from "#domain/paths.ts";
import { TEXT_LINK } from "../ui/button.tsx";

const CONSENT_TEXTS: Record<string, string> = {
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

type ConsentBoxProps = {
  text: string;
  /** False if nothing is sold, so nothing can be refunded. */
  isPaid?: boolean;
  isTicked: boolean;
  error?: string | undefined;
  onTick: (isTicked: boolean) => void;
};

export function ConsentBox({ text, isPaid = true, isTicked, error, onTick }: ConsentBoxProps) {
  const errorId = useId();
  const named = Object.entries(CONSENT_TEXTS).filter(([name]) => text.includes(name));
  const links = isPaid ? [...named, ["Refund Policy", PUBLIC_PAGES.refundRequests] as const] : named;
  return (
    <div className="grid gap-1.5">
      <label className="flex cursor-pointer items-start gap-4 rounded-xl border border-control bg-night p-4 has-aria-invalid:border-bad hover:border-muted has-checked:border-bolt has-focus-visible:outline-3 has-focus-visible:outline-bolt has-focus-visible:outline-offset-3">
        <input
          type="checkbox"
          name="consent"
          required
          checked={isTicked}
          onChange={({ target }) => onTick(target.checked)}
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={error === undefined ? undefined : errorId}
          className="mt-0.5 size-6 shrink-0 accent-bolt focus-visible:outline-none"
        />
        <span className="min-w-0 text-sm leading-relaxed">{text}</span>
      </label>
      {error !== undefined && (
        <p id={errorId} role="alert" className="px-1 font-medium text-bad text-sm">
          {error}
        </p>
      )}
      <p className="flex flex-wrap gap-x-6 px-1 text-sm">
        {links.map(([name, href]) => (
          <a key={name} href={href} target="_blank" rel="noopener" className={`${TEXT_LINK} font-semibold text-ink`}>
            {name}
          </a>
        ))}
      </p>
    </div>
  );
}
