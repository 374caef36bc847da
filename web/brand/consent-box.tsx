import { useId } from "react";
import { PUBLIC_PAGES } from "#domain/paths.ts";

const CONSENT_TEXTS: Record<string, string> = {
  "Terms of Service": PUBLIC_PAGES.terms,
  "Subscription Terms": PUBLIC_PAGES.subscriptionTerms,
  "Member Agreement": PUBLIC_PAGES.memberAgreement,
};
const NAMES_AND_FIGURES =
  /((?:Terms of Service|Subscription Terms|Member Agreement)(?: \(version \d+\))?|\$[\d.,]*\d|[A-Z][a-z]+ \d{1,2}, \d{4}|\d{1,2} months?)/;

/** A consent from `domain/rules/consent.ts`: the legal texts it names link to new tabs, with their version; its prices, dates, and lengths are bold. */
export function ConsentText({ text }: { text: string }) {
  return text.split(NAMES_AND_FIGURES).map((part, nth) => {
    if (nth % 2 === 0) return part;
    const [name = "", version] = part.split(" (");
    const href = CONSENT_TEXTS[name];
    const key = `${nth} ${part}`;
    return href === undefined ? (
      <b key={key} className="whitespace-nowrap">
        {part}
      </b>
    ) : (
      <a key={part} href={href} target="_blank" rel="noopener" className="underline underline-offset-4 hover:text-bolt">
        {name}
        {version && (
          <>
            {" "}
            <span className="whitespace-nowrap">({version}</span>
          </>
        )}
      </a>
    );
  });
}

type ConsentBoxProps = {
  text: string;
  isTicked: boolean;
  error?: string | undefined;
  onTick: (isTicked: boolean) => void;
};

export function ConsentBox({ text, isTicked, error, onTick }: ConsentBoxProps) {
  const errorId = useId();
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
        <span className="min-w-0">
          <ConsentText text={text} />
        </span>
      </label>
      {error !== undefined && (
        <p id={errorId} role="alert" className="px-1 font-medium text-bad text-sm">
          {error}
        </p>
      )}
    </div>
  );
}
