import templates from "../../dist/mails/templates.json" with { type: "json" };

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

/** Escapes characters beyond Latin-1 by number: a single one makes V8 store the whole email at two bytes per character. */
function escapeHtml(value: string): string {
  return value.replace(
    /[&<>"'{]|[^\0-\xff]/gu,
    (character) => HTML_ESCAPES[character] ?? `&#${character.codePointAt(0)};`,
  );
}

// A title containing a placeholder must not be filled in by the next pass.
function breakPlaceholders(value: string): string {
  return value.replace(/\{(?=\{)/g, "{ ");
}

function toOneLine(value: string): string {
  return breakPlaceholders(value.replace(/\s+/g, " ").trim());
}

/** Splits an email at its remaining placeholders once, because it has many copies. Values are escaped; a missing one becomes empty. */
export function prepareMail(body: MailBody, ofMissing = (_name: string) => "") {
  const prepare = (source: string, protect: (value: string) => string) => {
    // Every second part is a placeholder's name.
    const parts = source.split(/\{\{(\w+)\}\}/);
    return (values: Record<string, string>) => {
      let text = "";
      for (const [index, part] of parts.entries()) {
        const value = values[part];
        text += index % 2 === 0 ? part : value === undefined ? ofMissing(part) : protect(value);
      }
      return text;
    };
  };
  const subject = prepare(body.subject, toOneLine);
  const html = prepare(body.html, escapeHtml);
  const text = prepare(body.text, breakPlaceholders);
  return (values: Record<string, string>): MailBody => ({
    subject: subject(values),
    html: html(values),
    text: text(values),
  });
}

/** Fills placeholders with escaped values. The others stay for a later pass (per recipient). */
export const fillMail = (body: MailBody, values: Record<string, string>): MailBody =>
  prepareMail(body, (name) => `{{${name}}}`)(values);

export const templateOf = (name: TemplateName): MailTemplate => templates[name];

export function renderMail(
  { template, subject }: { template: TemplateName | MailTemplate; subject: string },
  values: Record<string, string>,
): MailBody {
  const { html, text } = typeof template === "string" ? templateOf(template) : template;
  return fillMail({ subject, html, text }, values);
}
