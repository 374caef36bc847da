import { ChevronDown } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { BRAND } from "#domain/brand.ts";
import type { PrivacyResponse } from "#domain/contract/privacy.ts";
import { formatDate } from "#domain/formats.ts";
import { accountPath, PUBLIC_PAGES } from "#domain/paths.ts";
import { SERVICE_TERMS } from "#domain/rules/service-terms.ts";
import { TEXT_LINK } from "../../ui/button.tsx";

function Fold({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className="group rounded-xl border border-line">
      <summary className="flex min-h-12 cursor-pointer items-center justify-between gap-3 rounded-xl px-4 font-semibold">
        {title}
        <ChevronDown className="size-5 shrink-0 text-muted transition group-open:rotate-180" />
      </summary>
      <div className="grid grid-cols-1 justify-items-start gap-3 wrap-anywhere px-4 pb-4 text-muted leading-relaxed">
        {children}
      </div>
    </details>
  );
}

const REQUEST = `mailto:${BRAND.supportEmail}?subject=${encodeURIComponent("Privacy request")}`;

export function Kept() {
  return (
    <Fold title="What we keep">
      <p>Your name and email, your membership, your wake-up time and time zone, and your progress.</p>
      <p>
        For a correction, or anything you can't do here, email{" "}
        <a href={REQUEST} className="font-semibold text-ink underline underline-offset-4 hover:text-bolt">
          {BRAND.supportEmail}
        </a>
        . We reply within {SERVICE_TERMS.privacyReplyDays} days.
      </p>
    </Fold>
  );
}

const MAILS = [
  {
    name: "Wake-up emails",
    words: "Once a day. Pause or turn them off in your account, or use the link in any of them.",
  },
  {
    name: "Getting started and live-session reminders",
    words: "Sent only while wake-up emails are on.",
  },
  {
    name: "Account emails",
    words: "Receipts, login and password links, the end of a membership. Sent when needed. These can't be turned off.",
  },
];

export function Emails() {
  return (
    <Fold title="Emails we send you">
      <dl className="grid gap-3">
        {MAILS.map(({ name, words }) => (
          <div key={name}>
            <dt className="font-semibold text-ink">{name}</dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
      <Link to={accountPath("wake-up")} className={`${TEXT_LINK} font-semibold text-ink`}>
        Go to Wake-up
      </Link>
    </Fold>
  );
}

const PURPOSES: Record<PrivacyResponse["consents"][number]["purpose"], string> = {
  checkout: "When you subscribed",
  gift: "When you gave a membership",
  gift_redemption: "When you opened a gift",
  setup: "When you set your password",
  invitation: "When you accepted your invitation",
};

const TERMS = [
  ["Terms of Service", PUBLIC_PAGES.terms],
  ["Member Agreement", PUBLIC_PAGES.memberAgreement],
  ["Subscription Terms", PUBLIC_PAGES.subscriptionTerms],
  ["Privacy Policy", PUBLIC_PAGES.privacy],
] as const;

export function Consents({ consents }: Pick<PrivacyResponse, "consents">) {
  return (
    <Fold title="What you agreed to">
      {consents.length === 0 ? (
        <p>Nothing yet.</p>
      ) : (
        <dl className="grid gap-3">
          {consents.map(({ purpose, at, text, priceText, termsVersion }) => (
            <div key={`${purpose}${at}`}>
              <dt className="font-semibold text-ink">
                {PURPOSES[purpose]}{" "}
                <span className="font-normal text-muted text-sm">
                  {formatDate(at)}
                  {!text.includes(`version ${termsVersion}`) && `, version ${termsVersion}`}
                </span>
              </dt>
              <dd>{priceText === null ? text : `${text} (${priceText})`}</dd>
            </div>
          ))}
        </dl>
      )}
      <ul aria-label="Current versions" className="flex flex-wrap gap-x-4">
        {TERMS.map(([label, href]) => (
          <li key={href}>
            <a href={href} className={`${TEXT_LINK} font-semibold text-ink`}>
              {label}
            </a>
          </li>
        ))}
      </ul>
    </Fold>
  );
}
