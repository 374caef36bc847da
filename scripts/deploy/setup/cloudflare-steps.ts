import { openAsBlob } from "node:fs";
import { join } from "node:path";
import { BRAND } from "#domain/brand.ts";
import { PlainError } from "../../stack/run-tool.ts";
import { databaseNameOf, queuesOf } from "../production-config.ts";
import { type Installation, reach } from "./installation.ts";
import type { SetupStep } from "./step.ts";

const PREVIEW_TYPES = { clip: "video/mp4", poster: "image/webp", sample: "audio/mpeg" } as const;

/** Never switches databases automatically: an empty or older one in its place would lose data unnoticed. */
const anotherDatabase = (name: string, known: string, found: string | null) =>
  `deployment.json uses database ${known}, but ${name} in Cloudflare ${found === null ? "doesn't exist" : `is ${found}`}. ` +
  "To use another database, run npm run deploy:setup -- --database NAME. To start over, remove databaseId and databaseName from that file.";

/** Creates the database in the chosen region; D1 can never move it. */
function databaseStep({ config, deployment, accounts }: Installation): SetupStep {
  const name = databaseNameOf(config, deployment);
  return {
    title: `Database ${name}`,
    makes: `create it in ${deployment.location ?? "the location you choose"}`,
    async check() {
      const id = await reach(accounts, "cloudflare").findDatabase(name);
      const known = deployment.databaseId;
      if (known !== undefined && known !== id) throw new PlainError(anotherDatabase(name, known, id));
      if (id !== null) deployment.databaseId = id;
      return id;
    },
    async make() {
      const id = await reach(accounts, "cloudflare").createDatabase(name, deployment.location ?? "enam");
      deployment.databaseId = id;
      return `created in ${deployment.location}, ${id}`;
    },
  };
}

function bucketStep({ deployment, accounts }: Installation, name: string): SetupStep {
  const location = deployment.location ?? "enam";
  return {
    title: `Bucket ${name}`,
    makes: `create it near ${location}`,
    check: async () => ((await reach(accounts, "cloudflare").hasBucket(name)) ? "exists" : null),
    async make() {
      await reach(accounts, "cloudflare").createBucket(name, location);
      return `created near ${location}`;
    },
  };
}

function queueStep({ accounts }: Installation, name: string): SetupStep {
  return {
    title: `Queue ${name}`,
    makes: "create it",
    check: async () => ((await reach(accounts, "cloudflare").hasQueue(name)) ? "exists" : null),
    async make() {
      await reach(accounts, "cloudflare").createQueue(name);
      return "created";
    },
  };
}

/** The landing page's preview, poster, or sample, a public file. */
function previewStep({ root, config, accounts }: Installation, kind: keyof typeof PREVIEW_TYPES): SetupStep {
  const bucket = config.r2_buckets[0]?.bucket_name ?? "";
  const key = `public/${BRAND.preview[kind]}`;
  return {
    title: `Landing page's ${kind}`,
    makes: `upload ${key}`,
    check: async () => ((await reach(accounts, "cloudflare").hasObject(bucket, key)) ? key : null),
    async make() {
      const file = await openAsBlob(join(root, "r2-seed", key));
      await reach(accounts, "cloudflare").putObject(bucket, key, file, PREVIEW_TYPES[kind]);
      return `uploaded ${key}`;
    },
  };
}

/** Creates what wrangler.toml binds and what the first visitors see. */
export function cloudflareSteps(installation: Installation): SetupStep[] {
  const { config } = installation;
  return [
    databaseStep(installation),
    ...config.r2_buckets.map(({ bucket_name }) => bucketStep(installation, bucket_name)),
    ...queuesOf(config).map((name) => queueStep(installation, name)),
    previewStep(installation, "clip"),
    previewStep(installation, "poster"),
    previewStep(installation, "sample"),
  ];
}
