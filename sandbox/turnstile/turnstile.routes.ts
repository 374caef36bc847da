import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { Hono } from "hono";
import { TURNSTILE_SANDBOX } from "./turnstile-settings.ts";

const script = readFileSync(new URL("turnstile.client.js", import.meta.url), "utf8");

/** Plays Turnstile: a button in its own frame, whose token works once and only for the action it was shown for. */
export function turnstileRoutes() {
  const given = new Map<string, string>();
  return new Hono()
    .get("/turnstile/v0/api.js", (c) => c.body(script, 200, { "content-type": "text/javascript" }))
    .get("/turnstile/v0/frame", (c) => {
      const token = `sandbox-${randomUUID()}`;
      given.set(token, c.req.query("action") ?? "");
      return c.html(`<!doctype html><title>Turnstile</title>
        <button style="min-height:60px;width:100%" onclick="parent.postMessage('${token}', '*')">I am a person</button>`);
    })
    .post("/turnstile/v0/siteverify", async (c) => {
      const form = await c.req.parseBody();
      if (form.secret !== TURNSTILE_SANDBOX.secretKey)
        return c.json({ success: false, "error-codes": ["invalid-input-secret"] });
      if (!form.response) return c.json({ success: false, "error-codes": ["missing-input-response"] });
      const token = String(form.response);
      const action = given.get(token);
      if (action === undefined || !given.delete(token))
        return c.json({ success: false, "error-codes": ["timeout-or-duplicate"] });
      return c.json({ success: true, action, hostname: "localhost", "error-codes": [] });
    });
}
