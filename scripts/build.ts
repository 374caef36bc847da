import { rm, writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { buildSite, report, watchSite } from "./build/site.ts";
import { hashInputs, readStamp, STAMP } from "./build/stamp.ts";

// Said before Vite is asked anything: it would settle on "development" and bundle React's debugging build.
process.env.NODE_ENV = "production";

const { values } = parseArgs({ options: { force: { type: "boolean" }, watch: { type: "boolean" } } });

async function watchForParent(): Promise<void> {
  await rm(STAMP, { force: true });
  await watchSite();
  process.send?.("built");
}

async function buildOnce(): Promise<void> {
  const hash = await hashInputs();
  if (!values.force && (await readStamp()) === hash) {
    console.log("build  unchanged since the last build (--force builds anyway)");
    return;
  }
  // Without a stamp from here on: a build that breaks off is not taken for a finished one.
  await rm(STAMP, { force: true });
  await buildSite();
  await writeFile(STAMP, hash);
}

// Whoever started a watch and is gone, however it ended, wants no more builds.
process.on("disconnect", () => process.exit());
try {
  await (values.watch ? watchForParent() : buildOnce());
} catch (error) {
  report(error);
  process.exit(1);
}
