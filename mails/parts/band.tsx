import type { ReactNode } from "react";

type BandProps = { ground?: string; image?: string; padding?: string; height?: number; children?: ReactNode };

/** A full-width one-cell table: the only box that every mail client draws alike. */
export function Band({ ground, image, padding = "0", height, children }: BandProps) {
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
