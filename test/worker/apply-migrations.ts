import { applyD1Migrations } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { inject } from "vitest";

await applyD1Migrations(env.DB, env.TEST_MIGRATIONS);
// The sandbox's port is known only at run time; the Worker reads its variables from this same object.
Object.assign(env, { RESEND_BASE_URL: inject("sandboxUrl") });
