import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { PlainError } from "../stack/run-tool.ts";

/** Regions where D1 can place a database's primary. Most members should be close to it. */
export const LOCATIONS = {
  enam: "Eastern North America",
  wnam: "Western North America",
  weur: "Western Europe",
  eeur: "Eastern Europe",
  apac: "Asia Pacific",
  oc: "Oceania",
} as const;
type Location = keyof typeof LOCATIONS;

const FILE = "deployment.json";

const schema = z.strictObject({
  accountId: z.string().optional(),
  location: z.enum(Object.keys(LOCATIONS) as [Location, ...Location[]]).optional(),
  databaseId: z.string().optional(),
  /** Set if another database has replaced the one in wrangler.toml. */
  databaseName: z.string().optional(),
  /** Variables of the Worker that differ from wrangler.toml. */
  variables: z.record(z.string(), z.string()).default({}),
});

/** What we know about this installation, in a file that git ignores. It holds no secrets. */
export type Deployment = z.infer<typeof schema>;

/** @throws PlainError for a file broken by manual edits */
export function readDeployment(root: string): Deployment {
  const file = join(root, FILE);
  if (!existsSync(file)) return { variables: {} };
  try {
    return schema.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch (error) {
    const why = error instanceof z.ZodError ? z.prettifyError(error) : String(error);
    throw new PlainError(`${FILE} can't be read:\n${why}`);
  }
}

/** Writes the whole file or nothing: if the process is killed, the old file remains. */
export function writeWhole(file: string, value: object): void {
  writeFileSync(`${file}.new`, `${JSON.stringify(value, null, 2)}\n`);
  renameSync(`${file}.new`, file);
}

export function writeDeployment(root: string, deployment: Deployment): void {
  writeWhole(join(root, FILE), deployment);
}
