import { Body, Container, Font, Head, Html, Preview } from "@react-email/components";
import type { ReactNode } from "react";
import { BRAND } from "#domain/brand.ts";
import { ARTWORK_SIZE } from "#domain/rules/artwork.ts";
import { FONT, PALETTE } from "./mail-parts.tsx";

type MailLayoutProps = {
  preview: string;
  /** Address of a picture at the card's end, in the dimensions of a day's artwork. */
  picture?: string;
  children: ReactNode;
  footer: ReactNode;
};

const WIDTH = 560;

/** Ground, brand line, card and footer that all mails share. Every ground is also a table attribute: some clients drop styles. */
export function MailLayout({ preview, picture, children, footer }: MailLayoutProps) {
  // Both ship empty; production sends nothing before they are filled in.
  const sender = [BRAND.legalName, BRAND.postalAddress].filter(Boolean).join(", ");
  return (
    <Html lang="en" dir="ltr">
      <Head>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="dark light" />
        <meta name="supported-color-schemes" content="dark light" />
        <Font fontFamily="Archivo" fallbackFontFamily={["Helvetica", "Arial", "sans-serif"]} />
      </Head>
      <Body style={{ margin: 0, padding: 0, backgroundColor: PALETTE.night, fontFamily: FONT }}>
        <Preview>{preview}</Preview>
        <Band ground={PALETTE.night} padding="32px 16px 40px">
          <Container style={{ maxWidth: `${WIDTH}px`, width: "100%" }}>
            <Band padding="0 8px 20px">
              <span style={{ color: PALETTE.bolt, fontSize: "18px" }} data-skip-in-text="true">
                ⚡
              </span>
              <span style={{ color: PALETTE.ink, fontSize: "15px", fontWeight: 800, letterSpacing: "0.24em" }}>
                {` ${BRAND.name.toUpperCase()}`}
              </span>
            </Band>
            <Band
              ground={PALETTE.bolt}
              image={`linear-gradient(90deg, ${PALETTE.bolt}, ${PALETTE.ember})`}
              height={4}
            />
            <Band ground={PALETTE.panel} padding="36px 28px 40px">
              {children}
            </Band>
            {picture && (
              <Band ground={PALETTE.panel}>
                <Picture src={picture} />
              </Band>
            )}
            <Band padding="28px 8px 0">
              {footer}
              {sender && (
                <p style={{ margin: "16px 0 0", color: PALETTE.muted, fontSize: "12px", lineHeight: "19px" }}>
                  {sender}
                </p>
              )}
            </Band>
          </Container>
        </Band>
      </Body>
    </Html>
  );
}

/**
 * Below the words and the button, so that they come first whether or not it loads; without it the card just ends. It says nothing
 * that they do not, so it is silent.
 */
function Picture({ src }: { src: string }) {
  const height = Math.round((WIDTH * ARTWORK_SIZE.height) / ARTWORK_SIZE.width);
  const style = { display: "block", width: "100%", maxWidth: `${WIDTH}px`, height: "auto", border: 0 } as const;
  return <img src={src} alt="" width={WIDTH} height={height} style={style} />;
}

type BandProps = { ground?: string; image?: string; padding?: string; height?: number; children?: ReactNode };

/** A full-width one-cell table: the only box that every mail client draws alike. */
function Band({ ground, image, padding = "0", height, children }: BandProps) {
  const cell = {
    padding,
    ...(ground ? { backgroundColor: ground } : {}),
    ...(image ? { backgroundImage: image } : {}),
    ...(height ? { height: `${height}px`, fontSize: "1px", lineHeight: `${height}px` } : {}),
  };
  return (
    <table role="presentation" width="100%" cellPadding={0} cellSpacing={0} border={0} bgcolor={ground}>
      <tbody>
        <tr>
          <td style={cell}>{children ?? " "}</td>
        </tr>
      </tbody>
    </table>
  );
}
