import { join } from "node:path";
import { getPlatformProxy } from "wrangler";
import { createDb } from "#db/client.ts";
import { type House, seedHouse } from "./house/seed-house.ts";
import { seedLibrary } from "./seed-library.ts";
import { type SeedBucket, seedMedia } from "./seed-media.ts";
import { seedMembers } from "./seed-members.ts";

type Bindings = { DB: Parameters<typeof createDb>[0]; MEDIA: SeedBucket };

const DAYS = { daysBack: 14, daysAhead: 3 };
/** Its draft lies beyond the week that Overview looks at. */
const DAYS_OF_HOUSE = { daysBack: 35, daysAhead: 8 };

type Options = { stateDir: string; now: number; houseAt?: string | undefined };

/**
 * Fills the local D1 and R2, and extends them on later starts; existing data stays as it is. With a house, whose site is at `houseAt`, the
 * demo members have a past, and its purchases are returned for the sandbox.
 */
export async function seed({ stateDir, now, houseAt }: Options): Promise<House | null> {
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
    await seedLibrary(db, library, { now, ...(houseAt === undefined ? DAYS : DAYS_OF_HOUSE) });
    if (houseAt !== undefined) return await seedHouse(db, { now, appUrl: houseAt });
    await seedMembers(db, now);
    return null;
  } finally {
    await proxy.dispose();
    if (WRANGLER_LOG === undefined) delete process.env.WRANGLER_LOG;
  }
}
