import { FONT, PALETTE } from "./palette.ts";

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
