import * as z from "zod";
import { PlainError } from "../stack/run-tool.ts";

const envelope = z.object({
  success: z.boolean(),
  errors: z.array(z.object({ code: z.number(), message: z.string() })).default([]),
  result: z.unknown(),
});

/** A call that Cloudflare's API rejected; `status` 404 means that the resource doesn't exist. */
export class CloudflareError extends PlainError {
  readonly status: number;

  constructor(what: string, status: number, why: string) {
    super(`Cloudflare refused "${what}" with ${status}: ${why}`);
    this.status = status;
  }
}

export type CloudflareAccount = { baseUrl: string; token: string; accountId: string };
type Options = { method?: "GET" | "POST" | "PUT" | "PATCH"; json?: object; body?: BodyInit; type?: string };

const TIMEOUT_MS = 60_000;

/** Calls Cloudflare's API and parses the result. @throws CloudflareError, or PlainError if there's no response */
export async function callCloudflare<Schema extends z.ZodType>(
  { baseUrl, token }: Pick<CloudflareAccount, "baseUrl" | "token">,
  path: string,
  schema: Schema,
  { method = "GET", json, body, type }: Options = {},
): Promise<z.output<Schema>> {
  const contentType = json === undefined ? type : (type ?? "application/json");
  const response = await fetch(`${baseUrl}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(contentType ? { "content-type": contentType } : {}) },
    signal: AbortSignal.timeout(TIMEOUT_MS),
    ...(json === undefined ? (body === undefined ? {} : { body }) : { body: JSON.stringify(json) }),
  }).catch((error: Error) => {
    throw new PlainError(`Cloudflare didn't respond to "${method} ${path}": ${error.message}`);
  });
  const answer = envelope.safeParse(await response.json().catch(() => null));
  const result = schema.safeParse(answer.data?.result);
  if (response.ok && answer.data?.success && result.success) return result.data;
  const why = answer.data?.errors.map(({ message }) => message).join("; ") || "we couldn't read the response";
  throw new CloudflareError(`${method} ${path}`, response.status, why);
}

/** The result, or null if it doesn't exist. */
async function orNull<Value>(read: Promise<Value>): Promise<Value | null> {
  try {
    return await read;
  } catch (error) {
    if (error instanceof CloudflareError && error.status === 404) return null;
    throw error;
  }
}

const database = z.object({ uuid: z.string(), name: z.string() });
const queue = z.object({ queue_name: z.string() });
const deployments = z.object({
  deployments: z.array(z.object({ versions: z.array(z.object({ version_id: z.string() })) })),
});
const queried = z.array(z.object({ results: z.array(z.record(z.string(), z.unknown())) }));

/** The parts of a Cloudflare account that an installation needs. Anything that doesn't exist is null. */
export function createCloudflare(account: CloudflareAccount) {
  const call = <Schema extends z.ZodType>(path: string, schema: Schema, options?: Options) =>
    callCloudflare(account, `/accounts/${account.accountId}${path}`, schema, options);
  const query = (text: Record<string, string>) => `?${new URLSearchParams(text)}`;
  const script = (name: string) => `/workers/scripts/${name}`;

  return {
    accountId: account.accountId,
    async findDatabase(name: string): Promise<string | null> {
      const found = await call(`/d1/database${query({ name, per_page: "100" })}`, z.array(database));
      return found.find((one) => one.name === name)?.uuid ?? null;
    },
    async createDatabase(name: string, location: string): Promise<string> {
      const json = { name, primary_location_hint: location };
      return (await call("/d1/database", database, { method: "POST", json })).uuid;
    },
    async readDatabase(id: string, sql: string) {
      const [first] = await call(`/d1/database/${id}/query`, queried, { method: "POST", json: { sql } });
      return first?.results ?? [];
    },
    /** A Time Travel bookmark of the database's current state. */
    async readBookmark(id: string): Promise<string> {
      return (await call(`/d1/database/${id}/time_travel/bookmark`, z.object({ bookmark: z.string() }))).bookmark;
    },
    async hasBucket(name: string): Promise<boolean> {
      return (await orNull(call(`/r2/buckets/${name}`, z.unknown()))) !== null;
    },
    async createBucket(name: string, locationHint: string): Promise<void> {
      await call("/r2/buckets", z.unknown(), { method: "POST", json: { name, locationHint } });
    },
    async hasObject(bucket: string, key: string): Promise<boolean> {
      const { baseUrl, token, accountId } = account;
      const path = `${baseUrl}/accounts/${accountId}/r2/buckets/${bucket}/objects/${key}`;
      const response = await fetch(path, { headers: { authorization: `Bearer ${token}` } });
      await response.body?.cancel();
      if (response.ok || response.status === 404) return response.ok;
      throw new CloudflareError(`GET ${key}`, response.status, "the object couldn't be checked");
    },
    async putObject(bucket: string, key: string, body: BodyInit, type: string): Promise<void> {
      await call(`/r2/buckets/${bucket}/objects/${key}`, z.unknown(), { method: "PUT", body, type });
    },
    async hasQueue(name: string): Promise<boolean> {
      const found = await call(`/queues${query({ name })}`, z.array(queue));
      return found.some(({ queue_name }) => queue_name === name);
    },
    async createQueue(queue_name: string): Promise<void> {
      await call("/queues", z.unknown(), { method: "POST", json: { queue_name } });
    },
    /** Names of the Worker's secrets; null if there is no Worker yet. */
    async readSecretNames(name: string): Promise<string[] | null> {
      const secrets = await orNull(call(`${script(name)}/secrets`, z.array(z.object({ name: z.string() }))));
      return secrets?.map((secret) => secret.name) ?? null;
    },
    /** Creates an empty Worker, as wrangler does. It can hold secrets until the first deploy replaces it. */
    async createDraft(name: string): Promise<void> {
      const form = new FormData();
      form.set("metadata", JSON.stringify({ main_module: "draft.js", bindings: [] }));
      const type = "application/javascript+module";
      form.set("draft.js", new File(["export default { fetch() {} }"], "draft.js", { type }));
      await call(script(name), z.unknown(), { method: "PUT", body: form });
    },
    async putSecrets(name: string, values: Map<string, string>): Promise<void> {
      const secrets = Object.fromEntries(
        [...values].map(([secret, text]) => [secret, { name: secret, text, type: "secret_text" }]),
      );
      const options = { method: "PATCH", json: { secrets }, type: "application/merge-patch+json" } as const;
      await call(`${script(name)}/secrets-bulk`, z.unknown(), options);
    },
    /** The version that serves now; null if there is none. */
    async readVersion(name: string): Promise<string | null> {
      const read = await orNull(call(`${script(name)}/deployments`, deployments));
      return read?.deployments[0]?.versions[0]?.version_id ?? null;
    },
  };
}

export type Cloudflare = ReturnType<typeof createCloudflare>;
