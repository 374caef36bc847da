import type { ReactNode } from "react";
import { BRAND } from "#domain/brand.ts";

/**
 * Literals after web/ui/theme.css, since mail clients know no CSS variables; every pair of text and ground keeps AA
 * contrast, also where a client inverts dark mails.
 */
export const PALETTE = {
  night: "#08080b",
  panel: "#141419",
  ink: "#f7f5ef",
  soft: "#d3d0da",
  muted: "#aaa7b5",
  bolt: "#ffd60a",
  ember: "#ff6a1f",
} as const;

export const FONT = "'Archivo', 'Helvetica Neue', Helvetica, Arial, sans-serif";

type TextProps = { children: ReactNode };

/** Small line in the accent above a heading. */
export function Eyebrow({ children }: TextProps) {
  const style = { margin: "0 0 14px", color: PALETTE.bolt, fontSize: "13px", fontWeight: 700, lineHeight: "20px" };
  return <p style={{ ...style, letterSpacing: "0.06em" }}>{children}</p>;
}

export function Headline({ children }: TextProps) {
  const style = { margin: "0 0 18px", color: PALETTE.ink, fontSize: "34px", fontWeight: 800, lineHeight: "39px" };
  return <h1 style={{ ...style, letterSpacing: "-0.02em", overflowWrap: "anywhere" }}>{children}</h1>;
}

export function Paragraph({ children }: TextProps) {
  return <p style={{ margin: "0 0 18px", color: PALETTE.soft, fontSize: "17px", lineHeight: "27px" }}>{children}</p>;
}

/** Text of lesser weight under the button or in the footer. */
export function Note({ children }: TextProps) {
  return <p style={{ margin: "20px 0 0", color: PALETTE.muted, fontSize: "14px", lineHeight: "22px" }}>{children}</p>;
}

export function NoteLink({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} style={{ color: PALETTE.ink, textDecoration: "underline" }}>
      {children}
    </a>
  );
}

type MailButtonProps = { href: string; children: string };

/** The single action of a mail: a coloured cell with padding on the link, so that the whole area can be tapped. */
export function MailButton({ href, children }: MailButtonProps) {
  const link = {
    display: "block",
    padding: "19px 24px",
    color: PALETTE.night,
    fontFamily: FONT,
    fontSize: "18px",
    fontWeight: 800,
    lineHeight: "24px",
    textAlign: "center",
    textDecoration: "none",
  } as const;
  return (
    <table role="presentation" width="100%" cellPadding={0} cellSpacing={0} border={0}>
      <tbody>
        <tr>
          <td style={{ backgroundColor: PALETTE.bolt, borderRadius: "14px" }}>
            <a href={href} style={link}>
              {children}
            </a>
          </td>
        </tr>
      </tbody>
    </table>
  );
}

/** Footer of mails about an account, which nobody can unsubscribe from. */
export function SupportFooter({ reason }: { reason: string }) {
  return (
    <Note>
      {`${reason} Questions? `}
      <NoteLink href={`mailto:${BRAND.supportEmail}`}>{BRAND.supportEmail}</NoteLink>
    </Note>
  );
}
