import { render, toPlainText } from "@react-email/render";
import type { ReactElement } from "react";
import { BRAND } from "#domain/brand.ts";
import { ARTWORK_SIZE } from "#domain/rules/artwork.ts";
import { accountMails } from "./account-mails.tsx";
import { giftMails } from "./gift-mails.tsx";
import { inboundMails } from "./inbound-mails.tsx";
import { invitationMails } from "./invitation-mails.tsx";
import { WIDTH, WORD_PICTURE, WORD_TABLE } from "./mail-layout.tsx";
import { memberMails } from "./member-mails.tsx";
import { operatorMails } from "./operator-mails.tsx";
import { paymentMails } from "./payment-mails.tsx";
import { trialMails } from "./trial-mails.tsx";
import { wakeUpMails } from "./wake-up.tsx";

const MAILS = {
  ...wakeUpMails,
  ...memberMails,
  ...accountMails,
  ...trialMails,
  ...paymentMails,
  ...giftMails,
  ...inboundMails,
  ...operatorMails,
  ...invitationMails,
};

type MailName = keyof typeof MAILS;

/** Useless to email clients: markers of what the plain text leaves out, optional tags, and XHTML's identifiers. */
const NEEDLESS = / data-skip-in-text="true"|<\/?tbody>|(?<=<!DOCTYPE html)[^>]+/g;

type MailTemplate = { html: string; text: string };

async function compile(mail: ReactElement): Promise<MailTemplate> {
  const html = inLatin1(withWordsOwn(withBrand(withoutComments(await render(mail)))));
  return { html: html.replaceAll(NEEDLESS, ""), text: plainTextOf(html) };
}

/** React marks boundaries with comments. */
function withoutComments(html: string): string {
  return html.replace(/<!--.*?-->/gs, "");
}

function withBrand(html: string): string {
  return html.replaceAll("{{brand}}", BRAND.name.replaceAll("&", "&amp;"));
}

/** A single character outside Latin-1 makes V8 store the whole email with two bytes per character. */
function inLatin1(html: string): string {
  return html.replace(/[^\0-\xff]/gu, (character) => `&#${character.codePointAt(0)};`);
}

const forWord = (html: string) => `<!--[if mso]>${html}<![endif]-->`;
const forOthers = (html: string) => `<!--[if !mso]><!-->${html}<!--<![endif]-->`;

/** Adds what only Word needs: a fixed-width table and picture. */
function withWordsOwn(html: string): string {
  const table = `<table role="presentation" width="${WIDTH}" align="center" cellpadding="0" cellspacing="0" border="0"><tr><td>`;
  const height = Math.round((WIDTH * ARTWORK_SIZE.height) / ARTWORK_SIZE.width);
  const picture = new RegExp(`${WORD_PICTURE.opens}(<img src="([^"]+)"[^>]*>)${WORD_PICTURE.closes}`);
  return html
    .replace(WORD_TABLE.opens, forWord(table))
    .replace(WORD_TABLE.closes, forWord("</td></tr></table>"))
    .replace(
      picture,
      (_, others, src) => forWord(`<img src="${src}" alt="" width="${WIDTH}" height="${height}">`) + forOthers(others),
    );
}

/** Runs React at build time; the Worker gets text with `{{name}}` placeholders and fills them in. */
export async function compileMails(): Promise<Record<MailName, MailTemplate>> {
  const entries = Object.entries(MAILS).map(async ([name, mail]) => [name, await compile(mail)] as const);
  return Object.fromEntries(await Promise.all(entries)) as Record<MailName, MailTemplate>;
}

type Node = { data?: string; children?: Node[] };
type Link = { attribs: { href: string }; children: Node[] };
type Builder = { addInline: (text: string, options: { noWordTransform: true }) => void; addLineBreak: () => void };

function textOf(nodes: Node[]): string {
  return nodes.map(({ data = "", children = [] }) => data + textOf(children)).join("");
}

/** Email clients make an address a link only if it's alone on a line, so each gets its own line below its words. */
const TEXT_OPTIONS = {
  formatters: {
    linkOnItsOwnLine: (link: Link, walk: (nodes: Link["children"], builder: Builder) => void, builder: Builder) => {
      const { href } = link.attribs;
      walk(link.children, builder);
      if (href === `mailto:${textOf(link.children)}`) return;
      builder.addInline(":", { noWordTransform: true });
      builder.addLineBreak();
      builder.addInline(href, { noWordTransform: true });
    },
  },
  selectors: [
    { selector: "a", format: "linkOnItsOwnLine" },
    { selector: "img", format: "skip" },
    { selector: "div.rows", format: "block", options: { leadingLineBreaks: 2, trailingLineBreaks: 2 } },
    { selector: "table.row", format: "block", options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
    { selector: "h1", options: { uppercase: false } },
    { selector: "ul", options: { itemPrefix: "- " } },
  ],
};

function plainTextOf(html: string): string {
  return `${toPlainText(html, TEXT_OPTIONS)
    .replace(/[ \t]+$/gm, "")
    .replace(/\n{3,}/g, "\n\n")
    .trim()}\n`;
}
