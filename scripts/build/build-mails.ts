import { importSource } from "./import-source.ts";
import { TEMPLATES } from "./paths.ts";
import { writeIfChanged } from "./write-if-changed.ts";

type Compiler = { compileMails: () => Promise<Record<string, { html: string }>> };

/** @returns what was built, for the step's line of output. */
export async function buildMails(): Promise<string> {
  const { compileMails } = await importSource<Compiler>("mails/compile-mails.ts");
  const mails = await compileMails();
  await writeIfChanged(TEMPLATES, `${JSON.stringify(mails, null, 2)}\n`);
  const largest = Math.max(...Object.values(mails).map((mail) => Buffer.byteLength(mail.html)));
  return `${Object.keys(mails).length} mails, the largest ${(largest / 1024).toFixed(1)} KiB`;
}
