import { licensesOf } from "./dependencies/licenses.ts";
import { readLock } from "./dependencies/lock-file.ts";

/** Lists the licenses of all packages, those that ship by name, and fails for one that isn't allowed. */
const packages = licensesOf(readLock());

function list(title: string, isShipped: boolean): void {
  const these = packages.filter((one) => one.isShipped === isShipped);
  console.log(`${title}: ${these.length} packages`);
  for (const [license, ofIt] of [...Map.groupBy(these, (one) => one.license)].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const names = [...new Set(ofIt.map(({ name }) => name))].sort();
    console.log(`  ${license} (${ofIt.length})${isShipped ? `: ${names.join(", ")}` : ""}`);
  }
}

list("Shipped", true);
list("Tools", false);
const refused = packages.filter(({ isAllowed }) => !isAllowed);
for (const { name, license } of refused) console.log(`Not allowed: ${name}, ${license}`);
process.exitCode = refused.length === 0 ? 0 : 1;
