import { type ReactNode, useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { BRAND } from "#domain/brand.ts";
import { PUBLIC_PAGES } from "#domain/paths.ts";
import { SERVICE_TERMS } from "#domain/rules/service-terms.ts";
import { Card, CardHeading } from "../../ui/card.tsx";

const ANCHOR = "privacy";
const LINK = "font-semibold text-ink underline underline-offset-4 hover:text-bolt";
const REQUEST = `mailto:${BRAND.supportEmail}?subject=${encodeURIComponent("Privacy request")}`;

export function PrivacyCard({ children }: { children?: ReactNode }) {
  const card = useRef<HTMLElement>(null);
  const { hash } = useLocation();
  // The browser looked for the anchor before the profile had loaded.
  useEffect(() => {
    if (hash === `#${ANCHOR}`) card.current?.scrollIntoView();
  }, [hash]);
  return (
    <Card ref={card} id={ANCHOR} aria-labelledby="privacy-heading">
      <CardHeading id="privacy-heading">Privacy</CardHeading>
      <div className="grid grid-cols-1 gap-3 wrap-anywhere text-muted leading-relaxed">
        <p>
          We keep your name and mail address, your membership, your wake-up hour and time zone, and your progress, up to{" "}
          {SERVICE_TERMS.retentionDays} days after your membership ends. No trackers, no ads.
        </p>
        <p>
          For a correction, or anything that you cannot do here, write to{" "}
          <a href={REQUEST} className={LINK}>
            {BRAND.supportEmail}
          </a>
          . We answer within {SERVICE_TERMS.privacyReplyDays} days.
        </p>
        <p>
          <a href={PUBLIC_PAGES.privacySettings} className={`${LINK} inline-flex min-h-11 items-center`}>
            About your privacy settings
          </a>
        </p>
      </div>
      {children}
    </Card>
  );
}
