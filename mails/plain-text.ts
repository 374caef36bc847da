import { toPlainText } from "@react-email/render";

type Link = { attribs: { href: string }; children: { data?: string }[] };
type Builder = { addInline: (text: string, options: { noWordTransform: true }) => void; addLineBreak: () => void };

/** Mail programs make a link of an address only when it stands alone, so each gets a line of its own under its words. */
const options = {
  formatters: {
    linkOnItsOwnLine: (link: Link, walk: (nodes: Link["children"], builder: Builder) => void, builder: Builder) => {
      const { href } = link.attribs;
      walk(link.children, builder);
      if (href === `mailto:${link.children[0]?.data}`) return;
      builder.addInline(":", { noWordTransform: true });
      builder.addLineBreak();
      builder.addInline(href, { noWordTransform: true });
    },
  },
  selectors: [
    { selector: "a", format: "linkOnItsOwnLine" },
    { selector: "h1", options: { uppercase: false } },
    { selector: "ul", options: { itemPrefix: "- " } },
  ],
};

export function plainTextOf(html: string): string {
  return `${toPlainText(html, options)
    .replace(/[ \t]+$/gm, "")
    .replace(/\n{3,}/g, "\n\n")
    .trim()}\n`;
}
