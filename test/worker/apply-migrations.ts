import { applyD1Migrations, reset } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { inject } from "vitest";

// The files of a run share a workerd, one after the other: each begins with empty storage.
await reset();
await applyD1Migrations(env.DB, env.TEST_MIGRATIONS);
// The sandbox's port is known only at run time; the Worker reads its variables from this same object.
Object.assign(env, { RESEND_BASE_URL: inject("sandboxUrl") });
