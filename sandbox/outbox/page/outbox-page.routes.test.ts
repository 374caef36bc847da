import { expect, test } from "vitest";
import { mailTo, sandboxUnderTest } from "../../sandbox-under-test.ts";

const read = async (url: string) => (await fetch(url)).text();

test("an empty outbox says how to make an email appear", async () => {
  const { url } = await sandboxUnderTest();

  const page = await read(url);

  expect(page).toContain("No emails yet");
  expect(page).toContain("npm run wake-up -- member@daybolt.test");
  expect(page).toContain(`<code>${url}</code>`);
});

test("an email's content is shown as text, never as markup of the page", async () => {
  const { url, resend } = await sandboxUnderTest();
  const script = '<script>alert("1")</script>';
  const { data } = await resend.emails.send({
    ...mailTo("Eve <eve@x.test>", { subject: script }),
    text: script,
    headers: { "X-Eve": script },
  });

  for (const view of ["html", "text", "headers"]) {
    const page = await read(
      `${url}/?mail=${data?.id}&view=${view}&search=${encodeURIComponent('"><script>alert(1)</script>')}`,
    );
    expect(page).not.toContain("<script>");
    expect(page).toContain("&lt;script&gt;");
  }
});

test("the list searches recipients, keeps the selection in its links, and marks the open email", async () => {
  const { url, resend } = await sandboxUnderTest();
  const { data } = await resend.emails.send(mailTo("ada@x.test"));
  await resend.emails.send(mailTo("bob@x.test"));

  const list = await read(`${url}/page/list?search=ADA&mail=${data?.id}`);

  expect(list).toContain("ada@x.test");
  expect(list).not.toContain("bob@x.test");
  expect(list).toContain("1 of 2 emails");
  expect(list).toMatch(new RegExp(`href="/\\?search=ADA&amp;mail=${data?.id}"\\s+aria-current="true"`));
  expect(await read(`${url}/page/list?search=zoe`)).toContain("No matches");
});

test("an opened email is shown in a sandboxed frame, and a missing email gets a message saying so", async () => {
  const { url, resend } = await sandboxUnderTest();
  const { data } = await resend.emails.send(mailTo("ada@x.test"));

  expect(await read(`${url}/?mail=${data?.id}`)).toMatch(
    /<iframe[^>]*sandbox="allow-popups allow-popups-to-escape-sandbox"/,
  );
  expect(await read(`${url}/?mail=gone`)).toContain("no longer in the outbox");
});

test("the page's own files are served, and its content security policy allows no inline script", async () => {
  const { url } = await sandboxUnderTest();
  const page = await fetch(url);
  const files = [...(await page.text()).matchAll(/(?:href|src)="(\/page\/[^"]+)"/g)].map(([, path]) => path);

  expect(page.headers.get("content-security-policy")).toContain("script-src 'self';");
  expect(new Set(files).size).toBe(5);
  for (const path of files) expect((await fetch(url + path)).status).toBe(200);
});
