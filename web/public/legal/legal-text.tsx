import type { ReactNode } from "react";
import type { Operator } from "#domain/rules/operator.ts";

export type LegalSection = {
  /** The anchor: it stands in links that others have kept, so it stays when the heading changes. */
  id: string;
  heading: string;
  body: ReactNode;
};

export type LegalText = {
  title: string;
  /** One sentence: under the title, and for search engines. */
  summary: string;
  /** What the text comes down to, as figures. */
  facts: readonly { figure: string; label: string }[];
  /** The one thing that readers of this text come to do. */
  action?: { label: string; href: string };
  sections: readonly LegalSection[];
};

/** The words depend on the operator's particulars, so that a version of them can be told without (docs/decisions/0016-versions-of-the-legal-texts.md). */
export type WriteLegalText = (operator: Operator) => LegalText;

/** Who "we" are: the operator's legal name, or words that stand in for it. */
export function operatorName({ legalName, name }: Operator): string {
  return legalName || `the operator of ${name}`;
}

/** A link that opens a mail to the operator with its subject filled in. */
export function supportAddress({ supportEmail }: Operator, subject: string): string {
  return `mailto:${supportEmail}?subject=${encodeURIComponent(subject)}`;
}

type SupportLinkProps = { operator: Operator; subject: string; children?: string };

export function SupportLink({ operator, subject, children }: SupportLinkProps) {
  return <a href={supportAddress(operator, subject)}>{children ?? operator.supportEmail}</a>;
}

/** How to reach the operator; the address follows once it is filled in. */
export function Contact({ operator }: { operator: Operator }) {
  const { name, legalName, postalAddress, supportEmail } = operator;
  return (
    <address>
      {legalName || name}
      <br />
      {postalAddress && (
        <>
          {postalAddress}
          <br />
        </>
      )}
      <a href={`mailto:${supportEmail}`}>{supportEmail}</a>
    </address>
  );
}
