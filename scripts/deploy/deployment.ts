import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { PlainError } from "../stack/run-tool.ts";

/** Where D1 can put a database's primary, and so where most members should be. */
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
  /** Where another database has taken the place of the one that wrangler.toml names. */
  databaseName: z.string().optional(),
  /** The Worker's variables that differ from wrangler.toml. */
  variables: z.record(z.string(), z.string()).default({}),
});

/** What is known of this installation, in a file that git ignores and that holds no secret. */
export type Deployment = z.infer<typeof schema>;

/** @throws PlainError for a file that somebody has broken by hand */
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

/** Whole or not at all: whoever is killed meanwhile leaves the former file. */
export function writeWhole(file: string, value: object): void {
  writeFileSync(`${file}.new`, `${JSON.stringify(value, null, 2)}\n`);
  renameSync(`${file}.new`, file);
}

export function writeDeployment(root: string, deployment: Deployment): void {
  writeWhole(join(root, FILE), deployment);
}
