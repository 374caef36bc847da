/**
 * Colours of the mails. They repeat web/ui/theme.css as literals, since mail clients know no CSS variables; every pair of
 * text and ground keeps AA contrast, also where a client inverts dark mails.
 */
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

export const FONT = "'Archivo', 'Helvetica Neue', Helvetica, Arial, sans-serif";
