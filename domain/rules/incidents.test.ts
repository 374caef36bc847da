import { expect, test } from "vitest";
import { ADMIN_TABS } from "./admin-places.ts";
import { alarmPath, INCIDENT_KINDS, INCIDENT_WORDS, ONE_TIME_ALARMS, severityOf, wayOf } from "./incidents.ts";

test("alarms go to the webhook if email may fail to deliver them or isn't set up", () => {
  const both = { hasWebhook: true, hasMail: true };
  expect(wayOf(both, ["runway-empty"])).toBe("mail");
  expect(wayOf(both, ["runway-empty", "sending-paused"])).toBe("webhook");
  expect(wayOf({ hasWebhook: true, hasMail: false }, ["runway-empty"])).toBe("webhook");
  expect(wayOf({ hasWebhook: false, hasMail: true }, ["sending-paused"])).toBe("mail");
  expect(wayOf({ hasWebhook: false, hasMail: false }, ["sending-paused"])).toBe("log");
});

test("each alarm links to a tab, and a morning's alarm also links to the day it began in Central time", () => {
  const at = Date.parse("2026-11-27T03:00:00Z");
  expect(alarmPath("sending-failed", at)).toBe("/admin?tab=delivery&date=2026-11-26");
  expect(alarmPath("runway-empty", at)).toBe("/admin?tab=content");
  expect(alarmPath("quota-near", at)).toBe("/admin?tab=settings&page=check");
  expect(alarmPath("payment-differences", at)).toBe("/admin?tab=paypal&status=out-of-sync");
  for (const kind of [...INCIDENT_KINDS, ...ONE_TIME_ALARMS]) {
    const { pathname, searchParams } = new URL(alarmPath(kind, at), "https://wake.test");
    expect(pathname).toBe("/admin");
    expect(Object.keys(ADMIN_TABS)).toContain(searchParams.get("tab"));
  }
});

test("an incident that may have broken email itself is an alarm, not a warning", () => {
  for (const kind of INCIDENT_KINDS.filter((one) => INCIDENT_WORDS[one].isOfMail))
    expect(severityOf(kind)).toBe("Alarm");
  expect(severityOf("quota-near")).toBe("Warning");
});
