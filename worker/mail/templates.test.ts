import fc from "fast-check";
import { expect, test } from "vitest";
import { fillMail, prepareMail, renderMail } from "./templates.ts";

const WAKE_UP = { template: "wake-up-described", subject: "Wake up: {{title}}" } as const;

const body = {
  subject: "{{title}}",
  html: '<p title="{{title}}">{{title}} {{later}}</p>',
  text: "{{title}} {{later}}",
};

test("values are escaped in HTML, kept on one line in the subject, and left as is in the text", () => {
  const mail = fillMail(body, { title: `<b>"Tom" & 'Ana'</b>\r\nBcc: x@example.com` });
  expect(mail.html).not.toContain("<b>");
  expect(mail.html).toContain("&lt;b&gt;&quot;Tom&quot; &amp; &#39;Ana&#39;");
  expect(mail.subject).toBe(`<b>"Tom" & 'Ana'</b> Bcc: x@example.com`);
  expect(mail.text).toContain(`<b>"Tom" & 'Ana'</b>`);
});

test("HTML stays within Latin-1, with other characters as numeric references", () => {
  const mail = renderMail(WAKE_UP, { title: "“Rise” 力 ⚡ 🚀", teaser: "Zoë’s" });
  expect(mail.html).toMatch(/^[\0-\xff]+$/);
  expect(mail.html).toContain("&#8220;Rise&#8221; &#21147; &#9889; &#128640;");
  expect(mail.html).toContain("Zoë&#8217;s");
  expect(renderMail(WAKE_UP, { title: "力" }).text).toContain("力");
});

test("a value that looks like a placeholder is never filled by a later pass, whatever surrounds it", () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (before, after) => {
      const first = fillMail(body, { title: `${before}{{later}}${after}` });
      const second = fillMail(first, { later: "SECRET-VALUE" });
      // The template's own placeholder is filled; one inside a value isn't.
      expect(second.html.split("SECRET-VALUE")).toHaveLength(2);
      expect(second.text.split("SECRET-VALUE")).toHaveLength(2);
      expect(second.subject).not.toContain("SECRET-VALUE");
    }),
    {
      examples: [
        ["{", ""],
        ["", "}"],
      ],
    },
  );
});

test("copies of a prepared email equal emails filled one by one", () => {
  const copy = prepareMail(body);
  fc.assert(
    fc.property(fc.record({ title: fc.string(), later: fc.string() }), (values) => {
      expect(copy(values)).toEqual(fillMail(body, values));
    }),
    { examples: [[{ title: "$& {{later}} {", later: "<{{title}}>" }]] },
  );
  expect(copy({ title: "x" }).text).toBe("x ");
});

test("a filled email has no HTML tag that the template doesn't have", () => {
  const count = (html: string) => html.split("<").length;
  const plain = renderMail(WAKE_UP, { title: "x", teaser: "y", description: "z" }).html;
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(count(renderMail(WAKE_UP, { title: text, teaser: text, description: text }).html)).toBe(count(plain));
    }),
  );
});
