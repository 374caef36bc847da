import { applyD1Migrations, reset } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { inject } from "vitest";

// The files of a run share a workerd, one after the other: each begins with empty storage.
await reset();
await applyD1Migrations(env.DB, env.TEST_MIGRATIONS);
// Work of an earlier file that has outlived it would fail this one far from its cause, such as by a date that is taken.
const left = await env.DB.prepare("select (select count(*) from content) + (select count(*) from members)").raw();
if (Number(left[0]) !== 0) throw new Error(`An earlier test file has left ${left[0]} rows behind.`);
// The sandbox's port is known only at run time; the Worker reads its variables from this same object.
Object.assign(env, { RESEND_BASE_URL: inject("sandboxUrl") });
