import { reset } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { sandboxUrl } from "./sandbox.ts";

// Consecutive files share a workerd and a sandbox. Each starts with an empty bucket, empty queues, a database without
// members, and an empty sandbox. A reset reaches only what is loaded, and workerd unloads what is idle.
await Promise.all([env.DB.prepare("select 1").run(), env.MEDIA.head("none")]);
await reset();
await env.DB.prepare(env.TEST_SCHEMA).run();
await fetch(sandboxUrl, { method: "DELETE" });
// The sandbox's port is known only at runtime; the Worker reads its variables from this same object.
Object.assign(env, {
  RESEND_BASE_URL: sandboxUrl,
  PUSH_BASE_URL: sandboxUrl,
  PAYPAL_BASE_URL: sandboxUrl,
  PAYPAL_SDK_URL: `${sandboxUrl}/sdk/js`,
  DNS_URL: `${sandboxUrl}/dns-query`,
});
