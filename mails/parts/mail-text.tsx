import type { ReactNode } from "react";
import { PALETTE } from "./palette.ts";

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
