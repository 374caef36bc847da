import type { Finding } from "#domain/contract/health.ts";
import journal from "../../../db/migrations/meta/_journal.json";
import type { Ctx } from "../../kernel/context.ts";
import { selectDatabaseClock, selectMigrations } from "./doctor.queries.ts";
import { failing, ok, warning } from "./finding.ts";

/** Sign-in and mails stand more than this. */
const CLOCK_OFF_MS = 30_000;

/** The database with its migrations and clock. */
export async function examineDatabase({ db, clock }: Ctx): Promise<Finding[]> {
  const [[said], migrations] = await db.batch([selectDatabaseClock(db), selectMigrations(db)]);
  const off = Math.abs((said?.now ?? 0) - clock());
  const applied = new Set(migrations.map((row) => row.name.replace(/\.sql$/, "")));
  const missing = journal.entries.map(({ tag }) => tag).filter((tag) => !applied.has(tag));
  return [
    ok("Database", "It answers."),
    missing.length === 0
      ? ok("Migrations", `All ${journal.entries.length} are applied.`)
      : failing("Migrations", `Not applied: ${missing.join(", ")}.`, "npm run deploy; on this machine npm start."),
    off <= CLOCK_OFF_MS
      ? ok("Clock", "The database's clock agrees with the Worker's.")
      : warning(
          "Clock",
          `The database's clock and the Worker's are ${Math.round(off / 1000)} s apart.`,
          "Tell Cloudflare.",
        ),
  ];
}
