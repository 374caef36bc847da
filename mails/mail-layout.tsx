import { Head, Html } from "@react-email/components";
import type { CSSProperties, ReactNode } from "react";
import { BRAND } from "#domain/brand.ts";
import { ARTWORK_SIZE } from "#domain/rules/artwork.ts";
import { Eyebrow, FONT, FooterLink, Headline, Ink, Note, PALETTE, SupportFooter, Table } from "./mail-parts.tsx";

type MailLayoutProps = {
  preview: string;
  /** Address of a picture at the card's head, in the dimensions of a day's artwork. */
  picture?: string;
  children: ReactNode;
  footer: ReactNode;
};

export const WIDTH = 560;

/** Word, by which Outlook for Windows draws, knows no greatest width: the compiler puts a table of a fixed one around, for it alone. */
export const WORD_TABLE = { opens: "%word-table%", closes: "%/word-table%" } as const;

/** Nor does Word know a picture's share of a width: the compiler gives it a picture in pixels instead. */
export const WORD_PICTURE = { opens: "%word-picture%", closes: "%/word-picture%" } as const;

/** Where it is heard: long words of a title then fit between narrow margins. */
const ON_PHONES =
  "@media(max-width:480px){h1{font-size:29px!important;line-height:34px!important}.card{padding:26px 20px 30px!important}}";

/** What stands in the room of a picture that does not load. */
const DAWN = { ground: PALETTE.night, image: `linear-gradient(${PALETTE.night}, #3a1d0c)` };

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
        <style>{ON_PHONES}</style>
      </Head>
      <body style={{ margin: 0, padding: 0, backgroundColor: PALETTE.night }}>
        <Table>
          <Cell ground={PALETTE.night} padding="28px 16px 40px" letters={{ fontFamily: FONT }}>
            <Preheader>{preview}</Preheader>
            {WORD_TABLE.opens}
            <Table align="center" style={{ maxWidth: `${WIDTH}px` }}>
              <Cell padding="0 8px 20px">
                <span style={{ fontSize: "18px" }} data-skip-in-text="true">
                  <Ink color={PALETTE.bolt}>⚡</Ink>
                </span>
                <span style={{ fontSize: "15px", fontWeight: 800, letterSpacing: "0.24em" }}>
                  <Ink color={PALETTE.ink}>{` ${BRAND.name.toUpperCase()}`}</Ink>
                </span>
              </Cell>
              <Cell
                ground={PALETTE.bolt}
                image={`linear-gradient(90deg, ${PALETTE.bolt}, ${PALETTE.ember})`}
                height={4}
              />
              {picture && (
                <Cell {...DAWN}>
                  <Picture src={picture} />
                </Cell>
              )}
              <Cell ground={PALETTE.panel} padding="32px 28px 36px" className="card">
                {children}
              </Cell>
              <Cell padding="22px 8px 0" letters={{ fontSize: "15px", lineHeight: "22px" }}>
                {footer}
                {sender && (
                  <p style={{ margin: "16px 0 0", fontSize: "12px", lineHeight: "19px" }}>
                    <Ink color={PALETTE.muted}>{sender}</Ink>
                  </p>
                )}
              </Cell>
            </Table>
            {WORD_TABLE.closes}
          </Cell>
        </Table>
      </body>
    </Html>
  );
}

type MailProps = {
  preview: string;
  /** Why it came, as its footer goes on after "You get this mail because". */
  because: string;
  /** Of mails that end by one click: the words of the link. All others are about an account, and name whom to ask. */
  unsubscribe?: string;
  eyebrow?: string;
  headline: string;
  children: ReactNode;
};

/** What nearly every mail is: a headline, and under it words and a button. */
export function Mail({ preview, because, unsubscribe, eyebrow, headline, children }: MailProps) {
  const reason = `You get this mail because ${because}`;
  const toStop = unsubscribe && (
    <>
      <FooterLink href="{{unsubscribeUrl}}">{unsubscribe}</FooterLink>
      <Note text={reason} />
    </>
  );
  return (
    <MailLayout preview={preview} footer={toStop ?? <SupportFooter reason={reason} />}>
      {eyebrow && <Eyebrow>{eyebrow}</Eyebrow>}
      <Headline>{headline}</Headline>
      {children}
    </MailLayout>
  );
}

/** Sixty spaces that stay, with a place to break after each five: where styles are blocked it stands in the mail. */
const FILLER = `${"\u200c\u00a0".repeat(5)}\u200b`.repeat(12);

/** What an inbox shows behind the subject, and room behind it: else the mail's first words would follow. */
function Preheader({ children }: { children: string }) {
  const hidden = { display: "none", overflow: "hidden", maxHeight: 0, maxWidth: 0, opacity: 0, msoHide: "all" };
  return (
    <div style={hidden as CSSProperties} data-skip-in-text="true">
      {children}
      {FILLER}
    </div>
  );
}

/**
 * It says nothing that the words do not, so it is silent. Its width is a share as an attribute, too: in pixels it would make a phone that
 * drops styles scroll sideways. Its room is kept by a style.
 */
function Picture({ src }: { src: string }) {
  const aspectRatio = `${ARTWORK_SIZE.width}/${ARTWORK_SIZE.height}`;
  const style = { display: "block", width: "100%", maxWidth: `${WIDTH}px`, height: "auto", aspectRatio, border: 0 };
  return (
    <>
      {WORD_PICTURE.opens}
      <img src={src} alt="" width="100%" style={style} />
      {WORD_PICTURE.closes}
    </>
  );
}

type CellProps = {
  ground?: string;
  image?: string;
  padding?: string;
  height?: number;
  letters?: Pick<CSSProperties, "fontFamily" | "fontSize" | "lineHeight">;
  className?: string;
  children?: ReactNode;
};

function Cell({ ground, image, padding = "0", height, letters, className, children }: CellProps) {
  const style = {
    padding,
    ...(ground ? { backgroundColor: ground } : {}),
    ...(image ? { backgroundImage: image } : {}),
    ...(height ? { height: `${height}px`, fontSize: "1px", lineHeight: `${height}px` } : {}),
    ...letters,
  };
  return (
    <tr>
      <td className={className} {...(ground ? { bgcolor: ground } : {})} style={style}>
        {children ?? " "}
      </td>
    </tr>
  );
}
