import { type CSSProperties, createElement, type ReactNode } from "react";
import type { Voice } from "#domain/brand.ts";

/** Copies of web/ui/theme.css: email has no CSS variables. Every text and background pair meets AA, even in inverted dark emails. */
export const PALETTE = {
  night: "#08080b",
  panel: "#141419",
  line: "#2c2c36",
  ink: "#f7f5ef",
  soft: "#d3d0da",
  muted: "#aaa7b5",
  bolt: "#ffd60a",
  ember: "#ff6a1f",
} as const;

/** Installed fonts only: an email loads none. */
export const FONT = "'Helvetica Neue', Helvetica, Arial, sans-serif";

type TextProps = { children: ReactNode };
/** Plain words, which may contain placeholders, or words with links among them. */
type WordsProps = { text: string; children?: undefined } | { text?: undefined; children: ReactNode };

type TableProps = TextProps & { align?: "center"; className?: string; style?: CSSProperties };

/** A full-width table: the only box every email client renders alike. */
export function Table({ children, ...attributes }: TableProps) {
  return (
    <table role="presentation" width="100%" cellPadding={0} cellSpacing={0} border={0} {...attributes}>
      <tbody>{children}</tbody>
    </table>
  );
}

/** Colors text by attribute, though HTML deprecates it: where a client drops styles but keeps backgrounds, it would be black on black. */
export function Ink({ color, children }: TextProps & { color: string }) {
  return createElement("font", { color }, children);
}

export function Eyebrow({ children }: TextProps) {
  const style = { margin: "0 0 14px", fontSize: "13px", fontWeight: 700, lineHeight: "20px" };
  return (
    <p style={{ ...style, letterSpacing: "0.06em" }}>
      <Ink color={PALETTE.bolt}>{children}</Ink>
    </p>
  );
}

export function Headline({ children }: TextProps) {
  const style = { margin: "0 0 18px", fontSize: "34px", fontWeight: 800, lineHeight: "39px" };
  return (
    <h1 style={{ ...style, letterSpacing: "-0.02em" }}>
      <Ink color={PALETTE.ink}>{children}</Ink>
    </h1>
  );
}

/** `keepsLines` is for text with the author's line breaks. */
export function Paragraph({ text, children = text, keepsLines = false }: WordsProps & { keepsLines?: boolean }) {
  const style = { margin: "0 0 18px", fontSize: "17px", lineHeight: "27px" };
  return (
    <p style={{ ...style, ...(keepsLines ? { whiteSpace: "pre-line" } : {}) }}>
      <Ink color={PALETTE.soft}>{children}</Ink>
    </p>
  );
}

export function Quote({ children }: TextProps) {
  const style = { margin: "0 0 24px", padding: "2px 0 2px 18px", fontSize: "19px", lineHeight: "29px" };
  const lines = { borderLeft: `3px solid ${PALETTE.bolt}`, whiteSpace: "pre-line" } as const;
  return (
    <p style={{ ...style, ...lines }}>
      <Ink color={PALETTE.ink}>{children}</Ink>
    </p>
  );
}

/** A code to type. Its digits are spaced by style, so that a copy has no spaces. */
export function Code({ children }: TextProps) {
  const style = { margin: "8px 0 0", fontFamily: "Menlo, Consolas, monospace", fontSize: "34px", fontWeight: 700 };
  return (
    <p style={{ ...style, lineHeight: "42px", letterSpacing: "0.2em" }}>
      <Ink color={PALETTE.bolt}>{children}</Ink>
    </p>
  );
}

/** A line of a receipt; its own table, so the plain text also gives it its own line. */
export function Row({ label, children }: { label: string; children: string }) {
  const cell = { padding: "11px 0", borderTop: `1px solid ${PALETTE.line}`, fontSize: "15px", lineHeight: "22px" };
  return (
    <Table className="row">
      <tr>
        <td width="36%" valign="top" style={cell}>
          <Ink color={PALETTE.muted}>{`${label}: `}</Ink>
        </td>
        <td valign="top" style={{ ...cell, fontWeight: 600 }}>
          <Ink color={PALETTE.ink}>{children}</Ink>
        </td>
      </tr>
    </Table>
  );
}

export function Rows({ children }: TextProps) {
  return (
    <div className="rows" style={{ margin: "4px 0 28px", borderBottom: `1px solid ${PALETTE.line}` }}>
      {children}
    </div>
  );
}

/** What to do, in order. `Ink` is outside the list, so its numbers have the color, too. */
export function Steps({ children }: { children: string[] }) {
  const style = { margin: "0 0 28px", padding: "0 0 0 26px", fontSize: "17px", lineHeight: "27px" };
  return (
    <Ink color={PALETTE.ink}>
      <ol style={style}>
        {children.map((step) => (
          <li key={step} style={{ padding: "0 0 8px 4px" }}>
            {step}
          </li>
        ))}
      </ol>
    </Ink>
  );
}

export function Note({ text, children = text }: WordsProps) {
  return (
    <p style={{ margin: "20px 0 0", fontSize: "14px", lineHeight: "22px" }}>
      <Ink color={PALETTE.muted}>{children}</Ink>
    </p>
  );
}

export function NoteLink({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} style={{ color: PALETTE.ink, textDecoration: "underline" }}>
      <Ink color={PALETTE.ink}>{children}</Ink>
    </a>
  );
}

/** A link on its own line in footer type, far enough from the next for a thumb. */
export function FooterLink({ href, children }: { href: string; children: string }) {
  return (
    <p style={{ margin: 0 }}>
      <a href={href} style={{ display: "block", padding: "11px 0", color: PALETTE.ink, textDecoration: "underline" }}>
        <Ink color={PALETTE.ink}>{children}</Ink>
      </a>
    </p>
  );
}

/** Who speaks in the sessions. */
export function Speaker({ name, line, picture }: Voice) {
  const round = { float: "left", margin: "0 14px 0 0", border: 0, borderRadius: "28px" } as const;
  return (
    <p style={{ margin: "0 0 22px", fontSize: "16px", lineHeight: "28px" }}>
      <img src={`{{site}}${picture}`} alt="" width={56} height={56} style={round} />
      <Ink color={PALETTE.ink}>
        <strong>{name}</strong>
      </Ink>
      <br />
      <Ink color={PALETTE.muted}>{line}</Ink>
    </p>
  );
}

const GROUND = { bgcolor: PALETTE.bolt, align: "center" } as const;
const CELL = { backgroundColor: PALETTE.bolt, borderRadius: "14px", msoPaddingAlt: "19px 24px" } as CSSProperties;

/** An email's single action. The link has the padding, so the whole area can be tapped; Word supports padding only on cells. */
export function MailButton({ href, children }: { href: string; children: string }) {
  const link = {
    display: "block",
    padding: "19px 24px",
    color: PALETTE.night,
    fontSize: "18px",
    fontWeight: 800,
    lineHeight: "24px",
    textAlign: "center",
    textDecoration: "none",
  } as const;
  return (
    <Table>
      <tr>
        <td {...GROUND} style={CELL}>
          <a href={href} style={link}>
            <Ink color={PALETTE.night}>{children}</Ink>
          </a>
        </td>
      </tr>
    </Table>
  );
}
