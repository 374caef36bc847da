import templates from "../../dist/mails/templates.json";

export type MailTemplate = { html: string; text: string };
export type TemplateName = keyof typeof templates;
export type MailBody = MailTemplate & { subject: string };

const HTML_ESCAPES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
  "{": "&#123;",
};

/** Beyond Latin-1 by number, as the compiled mails: a single such character makes V8 keep the whole mail in two bytes a character. */
function escapeHtml(value: string): string {
  return value.replace(
    /[&<>"'{]|[^\0-\xff]/gu,
    (character) => HTML_ESCAPES[character] ?? `&#${character.codePointAt(0)};`,
  );
}

// A title that contains a placeholder must not be filled when the next pass runs over the text.
function breakPlaceholders(value: string): string {
  return value.replace(/\{(?=\{)/g, "{ ");
}

function toOneLine(value: string): string {
  return breakPlaceholders(value.replace(/\s+/g, " ").trim());
}

function fill(source: string, values: Record<string, string>, protect: (value: string) => string): string {
  return source.replace(/\{\{(\w+)\}\}/g, (placeholder, name: string) => {
    const value = values[name];
    return value === undefined ? placeholder : protect(value);
  });
}

/**
 * Makes copies of a mail with escaped values for what is left of its placeholders, a missing one being empty: it is taken apart once,
 * since its copies are many.
 */
export function prepareMail(body: MailBody): (values: Record<string, string>) => MailBody {
  const subject = prepare(body.subject, toOneLine);
  const html = prepare(body.html, escapeHtml);
  const text = prepare(body.text, breakPlaceholders);
  return (values) => ({ subject: subject(values), html: html(values), text: text(values) });
}

function prepare(source: string, protect: (value: string) => string) {
  // Every second part is a placeholder's name.
  const parts = source.split(/\{\{(\w+)\}\}/);
  return (values: Record<string, string>) => {
    let text = "";
    for (const [index, part] of parts.entries()) text += index % 2 === 0 ? part : protect(values[part] ?? "");
    return text;
  };
}

/** Fills placeholders with escaped values; those not given stay, for a later pass (per recipient). */
export function fillMail(body: MailBody, values: Record<string, string>): MailBody {
  return {
    subject: fill(body.subject, values, toOneLine),
    html: fill(body.html, values, escapeHtml),
    text: fill(body.text, values, breakPlaceholders),
  };
}

/** A whole mail from its template, by name or at hand. */
export function renderMail(
  { template, subject }: { template: TemplateName | MailTemplate; subject: string },
  values: Record<string, string>,
): MailBody {
  const { html, text } = typeof template === "string" ? templates[template] : template;
  return fillMail({ subject, html, text }, values);
}
