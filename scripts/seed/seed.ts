import { join } from "node:path";
import { getPlatformProxy } from "wrangler";
import { createDb } from "#db/client.ts";
import { type House, seedHouse } from "./house/seed-house.ts";
import { seedLibrary } from "./seed-library.ts";
import { type SeedBucket, seedMedia } from "./seed-media.ts";
import { seedMembers } from "./seed-members.ts";

type Bindings = { DB: Parameters<typeof createDb>[0]; MEDIA: SeedBucket };

const DAYS_BACK = 14;
const DAYS_BACK_OF_HOUSE = 35;

type Options = { stateDir: string; now: number; hasHouse?: boolean };

/**
 * Fills the local D1 and R2, and extends them on later starts; existing data stays as it is. With a house, the demo members have a past,
 * and its purchases are returned for the sandbox.
 */
export async function seed({ stateDir, now, hasHouse = false }: Options): Promise<House | null> {
  // Keeps wrangler from announcing local secrets. Restored below, because the Worker that starts next logs everything.
  const { WRANGLER_LOG } = process.env;
  process.env.WRANGLER_LOG ??= "error";
  const proxy = await getPlatformProxy<Bindings>({
    configPath: "wrangler.toml",
    persist: { path: join(stateDir, "v3") },
    remoteBindings: false,
  });
  try {
    const db = createDb(proxy.env.DB);
    const library = await seedMedia(db, proxy.env.MEDIA, now);
    await seedLibrary(db, library, { now, daysBack: hasHouse ? DAYS_BACK_OF_HOUSE : DAYS_BACK });
    if (hasHouse) return await seedHouse(db, now);
    await seedMembers(db, now);
    return null;
  } finally {
    await proxy.dispose();
    if (WRANGLER_LOG === undefined) delete process.env.WRANGLER_LOG;
  }
}
