import { applyD1Migrations, reset } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { inject } from "vitest";

const RESETS = 5;

async function countRows(): Promise<number> {
  const count = "select (select count(*) from content) + (select count(*) from members) as rows";
  return (await env.DB.prepare(count).first<number>("rows")) ?? 0;
}

// The files of a run share a workerd, one after the other: each begins with empty storage. On a busy machine a reset has been
// seen to leave all rows of the file before, which then fails far from its cause, such as by a date that is taken.
let left = 0;
for (let attempt = 0; attempt < RESETS && (attempt === 0 || left > 0); attempt += 1) {
  await env.DB.prepare("select 1").run();
  await reset();
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS);
  left = await countRows();
}
if (left > 0) throw new Error(`An earlier test file has left ${left} rows that ${RESETS} resets did not remove.`);
// The sandbox's port is known only at run time; the Worker reads its variables from this same object.
Object.assign(env, { RESEND_BASE_URL: inject("sandboxUrl") });
