import { expect, test } from "vitest";
import { wayOf } from "./incidents.ts";

test("the webhook tells of what mail may not be able to, and of all where there is no mail", () => {
  const both = { hasWebhook: true, hasMail: true };
  expect(wayOf(both, ["runway-empty"])).toBe("mail");
  expect(wayOf(both, ["runway-empty", "sending-paused"])).toBe("webhook");
  expect(wayOf({ hasWebhook: true, hasMail: false }, ["runway-empty"])).toBe("webhook");
  expect(wayOf({ hasWebhook: false, hasMail: true }, ["sending-paused"])).toBe("mail");
  expect(wayOf({ hasWebhook: false, hasMail: false }, ["sending-paused"])).toBe("log");
});
