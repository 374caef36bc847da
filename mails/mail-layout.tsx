import { Head, Html } from "@react-email/components";
import type { CSSProperties, ReactNode } from "react";
import { BRAND, VOICE } from "#domain/brand.ts";
import { ARTWORK_SIZE } from "#domain/rules/artwork.ts";
import { Eyebrow, FONT, FooterLink, Headline, Ink, Note, NoteLink, PALETTE, Speaker, Table } from "./mail-parts.tsx";

type MailLayoutProps = {
  /** The title, which screen readers read aloud and email programs with tabs show on the tab. */
  title: string;
  preview: string;
  /** Address of a picture at the top of the card, in the dimensions of a day's artwork. */
  picture?: string;
  /** In gold paper, with a gift on it, as on /gift. */
  isWrapped?: boolean;
  children: ReactNode;
  footer: ReactNode;
};

export const WIDTH = 560;

/** Outlook for Windows renders with Word, which ignores max-width and percentages: the compiler adds a fixed-width table and picture. */
export const WORD_TABLE = { opens: "%word-table%", closes: "%/word-table%" } as const;

export const WORD_PICTURE = { opens: "%word-picture%", closes: "%/word-picture%" } as const;

/** In clients that support it, long words of a title fit between narrow margins. */
const ON_PHONES =
  "@media(max-width:480px){h1{font-size:29px!important;line-height:34px!important}.card{padding:26px 20px 30px!important}}";

/** Fills the space of a picture that doesn't load. */
const DAWN = { ground: PALETTE.night, image: `linear-gradient(${PALETTE.night}, #3a1d0c)` };

const GOLD = { ground: PALETTE.bolt, image: `linear-gradient(90deg, ${PALETTE.bolt}, ${PALETTE.ember})` };

/** Background, brand line, card, and footer of all emails. Each background is also a table attribute: some clients drop styles. */
export function MailLayout({ title, preview, picture, isWrapped, children, footer }: MailLayoutProps) {
  // Both ship empty; production sends nothing until they're filled in.
  const sender = [BRAND.legalName, BRAND.postalAddress].filter(Boolean).join(", ");
  return (
    <Html lang="en" dir="ltr">
      <Head>
        <title>{`${title} · ${BRAND.name}`}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="dark light" />
        <meta name="supported-color-schemes" content="dark light" />
        <style>{ON_PHONES}</style>
      </Head>
      <body style={{ margin: 0, padding: 0, backgroundColor: PALETTE.night }}>
        <Table>
          <Cell
            ground={PALETTE.night}
            padding="28px 16px 40px"
            letters={{ fontFamily: FONT, overflowWrap: "anywhere" }}
          >
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
              {isWrapped ? <Wrapper /> : <Cell {...GOLD} height={4} />}
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
  /** Why it was sent: continues the footer's "You're receiving this because". */
  because: string;
  /** Link text, for emails that one click turns off. All others are about an account and say who to ask. */
  unsubscribe?: string;
  /** False for the operator, who is support. */
  hasSupport?: boolean;
  eyebrow?: string;
  headline: string;
  picture?: string;
  isWrapped?: boolean;
  /** A member's first, which says who speaks. */
  isFirst?: boolean;
  children: ReactNode;
};

export function Mail({ headline, because, unsubscribe, hasSupport = true, eyebrow, ...mail }: MailProps) {
  const { isFirst, children, ...layout } = mail;
  const reason = `You're receiving this because ${because}`;
  const toSupport = hasSupport ? (
    <Note>
      {`${reason} Questions? `}
      <NoteLink href={`mailto:${BRAND.supportEmail}`}>{BRAND.supportEmail}</NoteLink>
    </Note>
  ) : (
    <Note text={reason} />
  );
  const toStop = unsubscribe && (
    <>
      <FooterLink href="{{unsubscribeUrl}}">{unsubscribe}</FooterLink>
      <Note text={reason} />
    </>
  );
  return (
    <MailLayout {...layout} title={headline} footer={toStop ?? toSupport}>
      {eyebrow && <Eyebrow>{eyebrow}</Eyebrow>}
      <Headline>{headline}</Headline>
      {isFirst && VOICE && <Speaker {...VOICE} />}
      {children}
    </MailLayout>
  );
}

/** Sixty non-breaking spaces that may wrap after every five, since they show where styles are blocked. */
const FILLER = `${"\u200c\u00a0".repeat(5)}\u200b`.repeat(12);

/** The preview after the subject in an inbox, padded so that the email's first words don't follow. */
function Preheader({ children }: { children: string }) {
  const hidden = { display: "none", overflow: "hidden", maxHeight: 0, maxWidth: 0, opacity: 0, msoHide: "all" };
  return (
    <div style={hidden as CSSProperties} data-skip-in-text="true">
      {children}
      {FILLER}
    </div>
  );
}

/** Decorative, so no alt text. The width attribute is in percent: in pixels, a phone that drops styles would scroll sideways. */
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

const PAPER = { bgcolor: GOLD.ground, align: "center", height: 112 } as const;

/** Without pictures, it's plain gold paper. Word takes a picture's size from its attributes. */
function Wrapper() {
  return (
    <tr>
      <td {...PAPER} style={{ backgroundColor: GOLD.ground, backgroundImage: GOLD.image }}>
        <img src="{{picture}}" alt="" width={48} height={48} style={{ display: "inline-block", border: 0 }} />
      </td>
    </tr>
  );
}

type CellProps = {
  ground?: string;
  image?: string;
  padding?: string;
  height?: number;
  letters?: Pick<CSSProperties, "fontFamily" | "fontSize" | "lineHeight" | "overflowWrap">;
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
