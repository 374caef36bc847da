import { join } from "node:path";
import { getPlatformProxy } from "wrangler";
import { createDb } from "#db/client.ts";
import { fillLargeHouse, LARGE_HOUSE } from "#test/worker/large-house.ts";
import { migrate } from "./stack/migrate.ts";
import { readArguments } from "./stack/read-arguments.ts";
import { LARGE_STATE_DIR } from "./stack/stack.ts";

type Bindings = { DB: Parameters<typeof createDb>[0] };

const usage = `Usage: npm run seed:large

Fills a separate database with 100,000 members. To use it: npm start -- --large`;

readArguments({ usage });
const startedAt = Date.now();
const step = (text: string) =>
  console.log(`${String(Math.round((Date.now() - startedAt) / 1000)).padStart(4)} s  ${text}`);
await migrate(LARGE_STATE_DIR);
step("database migrated");
process.env.WRANGLER_LOG ??= "error";
const proxy = await getPlatformProxy<Bindings>({
  configPath: "wrangler.toml",
  persist: { path: join(LARGE_STATE_DIR, "v3") },
  remoteBindings: false,
});
try {
  const count = await fillLargeHouse(createDb(proxy.env.DB), Date.now(), LARGE_HOUSE, step);
  step(`done: ${count?.members} members, ${count?.items} sessions, ${count?.deliveries} deliveries`);
} finally {
  await proxy.dispose();
}
