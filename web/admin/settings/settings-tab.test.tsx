import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import type { AuditEntry } from "#domain/contract/audit.ts";
import { CONFIGURED_DOMAIN } from "#test/answers/mail-domain.ts";
import { failure, renderAsAdmin, startServer } from "#test/web/admin.tsx";
import { SettingsTab } from "./settings-tab.tsx";

const AUDIT = "GET /api/admin/audit";
const DOMAIN = "GET /api/admin/mail-domain";
const TEST_EMAIL = "POST /api/admin/test-email";

function entry(overrides: Partial<AuditEntry> = {}): AuditEntry {
  return {
    id: 7,
    at: "2026-11-21T18:00:00.000Z",
    actor: "admin",
    actorName: null,
    action: "content.update",
    subject: "2026-11-22",
    subjectName: null,
    isMember: false,
    details: { title: "Dawn" },
    ipAddress: "192.0.2.7",
    userAgent: "A browser",
    ...overrides,
  };
}

async function open(routes: Parameters<typeof startServer>[0] = {}, page = "email") {
  const server = startServer({
    [AUDIT]: () => Response.json({ entries: [], next: null }),
    [DOMAIN]: () => Response.json(CONFIGURED_DOMAIN),
    ...routes,
  });
  await renderAsAdmin(<SettingsTab />, `/admin?tab=settings&page=${page}`);
  return { server, user: userEvent.setup() };
}

const region = (name: string) => within(screen.getByRole("region", { name }));

test("a test email requires an address, and reports success and both failures in the spec's words", async () => {
  const answers = [
    () => Response.json({ ok: true }),
    () => failure(503, "Sending is paused.", "unavailable"),
    () => new Response("<html>", { status: 502 }),
    () => Promise.reject(new TypeError("Failed to fetch")),
  ];
  const { server, user } = await open({ [TEST_EMAIL]: () => answers.shift()?.() ?? failure(500, "") });
  const card = region("Send a test");
  const send = card.getByRole("button", { name: "Send Test" });
  await user.type(card.getByLabelText("Test Email"), "   ");
  await user.click(send);
  expect(card.getByText("Please enter an email address")).toBeTruthy();
  expect(server.sentTo(TEST_EMAIL)).toEqual([]);
  await user.type(card.getByLabelText("Test Email"), "ana@x.test");
  for (const text of [
    "✓ Test email sent successfully to ana@x.test",
    "✗ Failed to send email: Sending is paused.",
    "✗ Failed to send email: Unknown error",
    "✗ Error sending test email: We couldn't reach the server.",
  ]) {
    await user.click(send);
    await card.findByText(text);
  }
  expect(server.sentTo(TEST_EMAIL)[0]).toEqual({ email: "ana@x.test" });
});

test("the test email address is still there when the tab is reopened", async () => {
  const { user } = await open();
  await user.type(region("Send a test").getByLabelText("Test Email"), "ana@x.test");
  cleanup();
  await open();
  expect(region("Send a test").getByLabelText<HTMLInputElement>("Test Email").value).toBe("ana@x.test");
});

test("DKIM shows as configured only when the server says so, and every other state has its own text", async () => {
  let answer: () => Response = () => Response.json(CONFIGURED_DOMAIN);
  const { user } = await open({ [DOMAIN]: () => answer() });
  const card = region("DKIM status");
  await card.findByText("Configured");
  for (const [state, label] of [
    ["not_verified", "Not verified"],
    ["unknown", "No answer"],
  ] as const) {
    answer = () => Response.json({ ...CONFIGURED_DOMAIN, state, problem: "Why it is so.", records: [] });
    await user.click(card.getByRole("button", { name: "Refresh" }));
    await card.findByText(label);
    expect(card.getByText("Why it is so.")).toBeTruthy();
    expect(card.queryByText("Configured")).toBeNull();
    expect(region("DNS records").getByText(/appear here once/)).toBeTruthy();
  }
});

test("each field of a DNS record can be copied, and a browser's refusal to copy is shown", async () => {
  await open();
  const user = userEvent.setup();
  const card = within(await screen.findByRole("region", { name: "DNS records" }));
  await user.click(card.getByRole("button", { name: "Copy the DKIM TXT host name" }));
  await card.findByText("Copied");
  expect(await navigator.clipboard.readText()).toBe("resend._domainkey");
  vi.spyOn(navigator.clipboard, "writeText").mockRejectedValue(new Error("denied"));
  await user.click(card.getByRole("button", { name: "Copy the DKIM TXT public key value" }));
  await card.findByText(/copy it yourself/);
});

test("Settings opens with Email, and each page has its own URL", async () => {
  const { user } = await open({}, "nonsense");
  const nav = within(screen.getByRole("navigation", { name: "Settings" }));
  expect(nav.getAllByRole("link").map((link) => link.textContent)).toEqual([
    "Email",
    "Data retention",
    "System check",
    "Audit log",
    "Administrators",
  ]);
  expect(nav.getByRole("link", { current: "page" }).textContent).toBe("Email");
  expect(region("Send a test")).toBeTruthy();
  await user.click(nav.getByRole("link", { name: "System check" }));
  expect(await screen.findByRole("region", { name: "System check" })).toBeTruthy();
  expect(screen.queryByRole("region", { name: "Send a test" })).toBeNull();
  expect(window.location.search).toBe("?tab=settings&page=check");
});

test("the data retention page shows counts, and lists accounts on request", async () => {
  const since = "2026-09-01T12:00:00.000Z";
  const of = (id: number, more: object) => ({
    id: `m${id}`,
    email: `m${id}@x.test`,
    since,
    purgeAt: "2026-12-03T12:00:00.000Z",
    reason: "access_ended",
    isNotified: true,
    isHeld: false,
    ...more,
  });
  const coming = [
    of(1, {}),
    of(2, { isNotified: false }),
    of(3, { reason: "account_closed" }),
    of(4, { isHeld: true }),
  ];
  await open({ "GET /api/admin/retention": () => Response.json({ coming, purged: [] }) }, "retention");
  const card = region("Scheduled deletions");
  await card.findByText("In the next 30 days");
  const counts = card.getAllByRole("definition").map((value) => value.textContent);
  expect(counts).toEqual(["4", "Dec 3, 2026", "2", "1", "1", "1"]);
  const summary = card.getByText("Show 4 accounts");
  expect(summary.closest("details")?.open).toBe(false);
  await userEvent.setup().click(summary);
  expect(summary.closest("details")?.open).toBe(true);
  expect(card.getByRole("link", { name: "m1@x.test" }).getAttribute("href")).toBe("/admin?tab=members&member=m1");
});

test("the audit log says in sentences who did what, with its time zone, and filters by group and subject", async () => {
  const subject = "ana@x.test";
  const { server, user } = await open(
    {
      [AUDIT]: () => Response.json({ entries: [entry()], next: 7 }),
      [`${AUDIT}?before=7`]: () =>
        Response.json({ entries: [entry({ id: 3, actor: "system", details: null })], next: null }),
      [`${AUDIT}?subject=2026-11-22`]: () => Response.json({ entries: [entry({ id: 9 })], next: null }),
      [`${AUDIT}?group=access`]: () => failure(500, "Broken"),
      [`${AUDIT}?group=access&subject=ana%40x.test`]: () => Response.json({ entries: [], next: null }),
    },
    "audit",
  );
  const card = region("Audit log");
  const changed = (who: string) =>
    card.findByText((_, element) => element?.textContent === `${who} changed the session for Sun, Nov 22, 2026`, {
      selector: "p",
    });
  const first = within(await changed("Administrator"));
  expect(first.getByRole("link", { name: "Sun, Nov 22, 2026" }).getAttribute("href")).toBe(
    "/admin?tab=content&day=2026-11-22",
  );
  expect(card.getByText("title: Dawn")).toBeTruthy();
  expect(card.getByText(/from 192\.0\.2\.7 · A browser$/).textContent).toMatch(/^Nov 21, 2026, 12:00 PM Central/);
  await user.click(card.getByRole("button", { name: "Show older" }));
  await changed("System");
  expect(card.queryByRole("button", { name: "Show older" })).toBeNull();

  await user.click(
    card.getAllByRole("button", { name: "Show only entries about Sun, Nov 22, 2026" })[0] as HTMLElement,
  );
  await waitFor(() => expect(card.getByLabelText(/^Email, date/)).toHaveProperty("value", "2026-11-22"));
  expect(window.location.search).toBe("?tab=settings&page=audit&subject=2026-11-22");
  await user.click(await card.findByRole("button", { name: "Clear" }));
  await user.selectOptions(card.getByLabelText("Topic"), "Trials and access");
  await card.findByText("Couldn't load the audit log");
  await user.type(card.getByLabelText(/^Email, date/), `${subject}{Enter}`);
  await card.findByText("No entries match.");
  expect(server.calls.at(-1)?.path).toBe("/api/admin/audit?group=access&subject=ana%40x.test");
});

test("a link to the audit log can show a single action, which the filter names until another is chosen", async () => {
  const { user } = await open({}, "audit&action=payment.dispute");
  const card = region("Audit log");
  const show = card.getByLabelText<HTMLSelectElement>("Topic");
  expect(show.selectedOptions[0]?.textContent).toBe("Payment disputed in PayPal");
  await user.selectOptions(show, "Everything");
  await waitFor(() => expect(window.location.search).toBe("?tab=settings&page=audit"));
  expect(card.queryByText("Payment disputed in PayPal")).toBeNull();
});

test("the system check runs on request, shows failures and their fixes first, and can run again", async () => {
  const DOCTOR = "GET /api/admin/doctor";
  const fine = { name: "Database", state: "ok", text: "It answers.", fix: null };
  const failingTick = {
    name: "Minute tick",
    state: "failing",
    text: "It has never run.",
    fix: "Look at the triggers.",
  };
  const answers = [
    () => failure(429, "Too many attempts.", "rate_limited"),
    () => Response.json({ findings: [fine, failingTick] }),
    () => Response.json({ findings: [fine] }),
  ];
  const { server, user } = await open({ [DOCTOR]: () => answers.shift()?.() ?? failure(500, "") }, "check");
  const card = region("System check");
  expect(server.calls.some(({ path }) => path === "/api/admin/doctor")).toBe(false);
  await user.click(card.getByRole("button", { name: "Run check" }));
  await card.findByText("Couldn't run the check");
  await user.click(card.getByRole("button", { name: "Try again" }));
  await card.findByText("1 of 2 checks failed.");
  expect(card.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    "Minute tickFailingIt has never run.Look at the triggers.",
    "DatabaseOKIt answers.",
  ]);
  await user.click(card.getByRole("button", { name: "Run check" }));
  await card.findByText("1 of 1 checks passed.");
});

test.each([
  [{ status: "failing", lastTickAt: null }, "Database", /D1 isn't responding/],
  [{ status: "misconfigured", lastTickAt: null, wrong: ["APP_SECRET"] }, "Settings", /APP_SECRET/],
] as const)("if the system check crashes, the Worker's health response explains why: %j", async (said, name, words) => {
  const { user } = await open(
    {
      "GET /api/admin/doctor": () => failure(500, "Something went wrong on our side. Try again.", "internal"),
      "GET /api/health": () => Response.json(said, { status: 503 }),
    },
    "check",
  );
  const card = region("System check");
  await user.click(card.getByRole("button", { name: "Run check" }));
  expect(await card.findByRole("heading", { name })).toBeTruthy();
  expect(card.getByText(words)).toBeTruthy();
  expect(card.getByRole("status").textContent).toBe("1 of 1 checks failed.");
});

test("a system check that gets no response or is refused says so and can be run again", async () => {
  const answers = [
    () => Promise.reject(new TypeError("Failed to fetch")),
    () => failure(429, "Too many attempts.", "rate_limited"),
    () => new Response("<html>", { status: 502 }),
  ];
  const { user } = await open(
    {
      "GET /api/admin/doctor": () => answers.shift()?.() ?? failure(500, ""),
      "GET /api/health": () => Promise.reject(new TypeError("Failed to fetch")),
    },
    "check",
  );
  const card = region("System check");
  for (const words of [/couldn't reach/, /^Too many attempts/, /couldn't reach/]) {
    await user.click(card.getByRole("button", { name: "Run check" }));
    expect(await card.findByText(words)).toBeTruthy();
  }
});
