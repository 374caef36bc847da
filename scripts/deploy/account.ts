import { execFile } from "node:child_process";
import { promisify } from "node:util";
import * as z from "zod";
import { PlainError, TOOL_ENV } from "../stack/run-tool.ts";
import { type Cloudflare, callCloudflare, createCloudflare } from "./cloudflare.ts";

const LIVE = "https://api.cloudflare.com/client/v4";

export const notLoggedIn = () => new PlainError("Log in with npx wrangler login, or set CLOUDFLARE_API_TOKEN.");

/** The token of the user who is logged in to wrangler on this machine; null if no one is. */
export async function readWranglerToken(): Promise<string | null> {
  const options = { env: { ...process.env, ...TOOL_ENV } };
  const printed = await promisify(execFile)("wrangler", ["auth", "token", "--json"], options).catch(() => null);
  return z.object({ token: z.string() }).safeParse(JSON.parse(printed?.stdout || "null")).data?.token ?? null;
}

/** The only account that the token can access, or the chosen one. @throws PlainError if there's no one to choose */
async function chooseAccount(
  access: { baseUrl: string; token: string },
  ask: ((question: string) => Promise<string>) | null,
): Promise<string> {
  const found = await callCloudflare(access, "/accounts", z.array(z.object({ id: z.string(), name: z.string() })));
  const [only] = found;
  if (only && found.length === 1) return only.id;
  const list = found.map(({ id, name }) => `  ${id} ${name}`).join("\n");
  if (!ask || found.length === 0)
    throw new PlainError(`Set CLOUDFLARE_ACCOUNT_ID to one of the token's accounts:\n${list}`);
  const id = await ask(`Which account?\n${list}\nAccount ID: `);
  return found.find((account) => account.id === id)?.id ?? chooseAccount(access, ask);
}

type Sources = {
  env: Record<string, string | undefined>;
  /** Used if the environment has no token. */
  readToken: () => Promise<string | null>;
  /** From an earlier run. */
  accountId: string | undefined;
  ask?: ((question: string) => Promise<string>) | null;
};

/** A client for Cloudflare from the available token and account; null without a token. */
export async function openCloudflare({ env, readToken, accountId, ask = null }: Sources): Promise<Cloudflare | null> {
  const baseUrl = env.CLOUDFLARE_API_BASE_URL ?? LIVE;
  const token = env.CLOUDFLARE_API_TOKEN ?? (await readToken());
  if (token === null) return null;
  const id = env.CLOUDFLARE_ACCOUNT_ID ?? accountId ?? (await chooseAccount({ baseUrl, token }, ask));
  return createCloudflare({ baseUrl, token, accountId: id });
}
