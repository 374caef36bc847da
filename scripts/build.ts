import { rm, writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { buildClient } from "./build/build-client.ts";
import { buildMails } from "./build/build-mails.ts";
import { prerender } from "./build/prerender.ts";
import { runStep } from "./build/run-step.ts";
import { hashInputs, readStamp, STAMP } from "./build/stamp.ts";

const USAGE = "Usage: node scripts/build.ts [--force] [--only mails]";

// Said before Vite is asked anything: it would settle on "development" and bundle React's debugging build.
process.env.NODE_ENV = "production";

async function build(): Promise<void> {
  const { values } = parseArgs({ options: { force: { type: "boolean" }, only: { type: "string" } } });
  if (values.only === "mails") return runStep("mails", buildMails);
  if (values.only !== undefined) throw new Error(USAGE);

  const hash = await hashInputs();
  if (!values.force && (await readStamp()) === hash) {
    console.log("build  unchanged since the last build (--force builds anyway)");
    return;
  }
  // Without a stamp from here on: a build that breaks off is not taken for a finished one.
  await rm(STAMP, { force: true });
  await runStep("mails", buildMails);
  await runStep("client", buildClient);
  await runStep("prerender", prerender);
  await writeFile(STAMP, hash);
}

build().catch((error: unknown) => {
  const { message, cause } = error instanceof Error ? error : { message: String(error), cause: undefined };
  const reason = cause instanceof Error ? (cause.stack ?? cause.message) : (cause ?? "");
  console.error(`build  ${message}\n${reason}`);
  process.exitCode = 1;
});
