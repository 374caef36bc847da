import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parse, stringify } from "smol-toml";
import { BRAND } from "#domain/brand.ts";
import { serverUnderTest } from "#sandbox/server-under-test.ts";
import { readDeployment, writeDeployment } from "../deployment.ts";
import { ANSWERS, checkoutUnderTest, OPERATOR, providersUnderTest } from "../providers-under-test.ts";
import { setUp } from "../setup/set-up.ts";

const HEADERS = {
  "content-type": "text/html",
  "content-security-policy": "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'",
  "strict-transport-security": "max-age=31536000",
  "permissions-policy": "camera=()",
  "referrer-policy": "strict-origin",
  "cross-origin-opener-policy": "same-origin",
  "x-content-type-options": "nosniff",
};

/** What visitors get from a working version, or from one where every page is broken. */
function answerTo(path: string, isWell: boolean): [status: number, headers: Record<string, string>, body: string] {
  const json = { "content-type": "application/json" };
  if (path === "/api/health")
    return [200, json, JSON.stringify({ status: "ok", lastTickAt: new Date(Date.now() + 60_000) })];
  if (!isWell) return [500, json, "{}"];
  if (path === "/api/auth/verify") return [401, json, "{}"];
  return [["/", "/login"].includes(path) ? 200 : 404, HEADERS, `<title>${BRAND.name}</title>`];
}

type Version = { id: string; annotations: Record<string, string> };

/**
 * An installation in its own checkout, and a site that answers as the version the account has deployed: versions in
 * `broken` answer with errors, and the draft that holds the secrets doesn't answer.
 */
export async function siteUnderTest() {
  const providers = await providersUnderTest();
  const root = checkoutUnderTest();
  cpSync("db/migrations", join(root, "db/migrations"), { recursive: true });
  const { alias: _alias, assets: _assets, ...toml } = parse(readFileSync("wrangler.toml", "utf8"));
  writeFileSync(join(root, "wrangler.toml"), stringify({ ...toml, main: "worker.js", routes: [] }));
  // Wrangler's build commands run as in a real checkout and find the site already built.
  mkdirSync(join(root, "scripts"), { recursive: true });
  writeFileSync(join(root, "scripts/build.ts"), `import ${JSON.stringify(pathToFileURL("scripts/build.ts").href)};\n`);
  writeFileSync(
    join(root, "package.json"),
    JSON.stringify({ type: "module", scripts: { build: "node scripts/build.ts" } }),
  );
  writeFileSync(join(root, "worker.js"), "export default { fetch() {}, scheduled() {}, queue() {} };\n");

  await setUp({
    root,
    brand: OPERATOR,
    env: providers.env,
    readToken: async () => null,
    answers: ANSWERS,
    ask: null,
    isDry: false,
    patience: {
      waitMs: 60_000,
      everyMs: 1000,
      sleep: () => providers.setDomainStatus("wake-operator.com", "verified"),
    },
    say: () => undefined,
  });
  const played = async () => providers.cloudflare("/workers/scripts/daybolt/played");
  const drafts = new Set((await played()).versions.map(({ id }: Version) => id));
  const known = new Set<string>();
  const broken = new Set<string>();
  let breaksNext = false;
  let silent = 0;

  /** The version that serves now. */
  const current = async (): Promise<string> => (await played()).deployments[0].versions[0].version_id;

  const url = await serverUnderTest(async ({ url: path = "" }, answer) => {
    if (silent-- > 0) return void answer.destroy();
    const version = await current();
    if (breaksNext && !drafts.has(version) && !known.has(version)) broken.add(version);
    if (!drafts.has(version)) known.add(version);
    const [status, headers, body] = drafts.has(version)
      ? ([500, {}, "error code: 1101"] as const)
      : answerTo(path, !broken.has(version));
    answer.writeHead(status, headers).end(body);
  });
  const deployment = readDeployment(root);
  writeDeployment(root, { ...deployment, variables: { ...deployment.variables, APP_URL: url } });
  providers.writes.length = 0;

  return {
    providers,
    root,
    url,
    current,
    /** The next requests, this many, get no response. */
    beSilent: (times: number) => {
      silent = times;
    },
    /** Every version deployed from now on is broken. */
    breakNext: (isSo = true) => {
      breaksNext = isSo;
    },
  };
}
