import { expect, test } from "vitest";
import { BRAND } from "../../domain/brand.ts";
import { mailTo, sandboxUnderTest } from "../sandbox-under-test.ts";

test("before any email, the brand's own domain is the verified one", async () => {
  const { resend } = await sandboxUnderTest();

  const { data } = await resend.domains.list();

  expect(data?.data.map(({ status }) => status)).toEqual(["verified"]);
  expect(BRAND.mailSender).toContain(`@${data?.data[0]?.name}>`);
});

test("the sending domain has verified DKIM and SPF records", async () => {
  const { resend } = await sandboxUnderTest();
  await resend.emails.send({ ...mailTo("a@x.test"), from: "Day <day@mail.sender.test>" });

  const listed = (await resend.domains.list()).data?.data[0];
  const { data } = await resend.domains.get(listed?.id ?? "");

  expect(data).toMatchObject({ object: "domain", name: "mail.sender.test", status: "verified" });
  expect(data?.records).toMatchObject([
    { record: "SPF", type: "MX", name: "send.mail", priority: 10, status: "verified" },
    { record: "SPF", type: "TXT", name: "send.mail", value: "v=spf1 include:amazonses.com ~all" },
    {
      record: "DKIM",
      type: "TXT",
      name: "resend._domainkey.mail",
      value: expect.stringMatching(/^p=MIG/),
      status: "verified",
    },
  ]);
});

test("an unknown domain ID returns 404", async () => {
  const { resend } = await sandboxUnderTest();

  expect((await resend.domains.get("nope")).error).toMatchObject({ statusCode: 404, name: "not_found" });
});

test("a domain set to another status is listed with that status and can't send", async () => {
  const { resend, setDomainStatus } = await sandboxUnderTest();
  await setDomainStatus("Pending.test", "pending");

  const listed = (await resend.domains.list()).data?.data.find(({ name }) => name === "pending.test");
  const { data } = await resend.domains.get(listed?.id ?? "");
  const sent = await resend.emails.send({ ...mailTo("a@x.test"), from: "Day <day@pending.test>" });

  expect(data).toMatchObject({ name: "pending.test", status: "pending" });
  expect(data?.records.map(({ status }) => status)).toEqual(["pending", "pending", "pending"]);
  expect(sent.error).toMatchObject({ statusCode: 403 });
});
