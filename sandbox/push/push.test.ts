import { expect, test } from "vitest";
import { sandboxUnderTest } from "../sandbox-under-test.ts";

test.each([["/fcm/send/d:1"], ["/wpush/v2/gAAA"], ["/w/?token=1"], ["/QPush"]])(
  "a message to a browser's own subscription, %s, is accepted and shown",
  async (path) => {
    const { url } = await sandboxUnderTest();
    const headers = { "content-encoding": "aes128gcm", ttl: "60", topic: "test", urgency: "high" };
    expect((await fetch(url + path, { method: "POST", headers, body: "sealed" })).status).toBe(201);
    const shown = await (await fetch(`${url}/push`)).text();
    expect(shown).toContain("test: encrypted for your browser");
  },
);

test("a call that isn't a message, and that no part of the sandbox knows, isn't taken for one", async () => {
  const { url } = await sandboxUnderTest();
  expect((await fetch(`${url}/fcm/send/1`, { method: "POST", body: "{}" })).status).toBe(404);
});
