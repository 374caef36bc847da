import { applyD1Migrations, reset } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { inject } from "vitest";

// The files of a run share a workerd, one after the other: each begins with empty storage. A reset reaches only what is loaded,
// and a database that nobody asked for ten seconds, on a busy machine between two files, is not.
await env.DB.prepare("select 1").run();
await reset();
await applyD1Migrations(env.DB, env.TEST_MIGRATIONS);
// Rows of the file before would fail this one far from their cause, such as by a date that is taken.
const count = "select (select count(*) from content) + (select count(*) from members) as rows";
const left = await env.DB.prepare(count).first<number>("rows");
if (left !== 0) throw new Error(`An earlier test file has left ${left} rows behind.`);
// The sandbox's port is known only at run time; the Worker reads its variables from this same object.
const sandboxUrl = inject("sandboxUrl");
Object.assign(env, {
  RESEND_BASE_URL: sandboxUrl,
  PAYPAL_BASE_URL: sandboxUrl,
  PAYPAL_SDK_URL: `${sandboxUrl}/sdk/js`,
  DNS_URL: `${sandboxUrl}/dns-query`,
});
