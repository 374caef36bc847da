import { randomUUID } from "node:crypto";
import { Hono } from "hono";
import * as z from "zod";
import { answer, refuse } from "./answers.ts";

type Version = { id: string; number: number; annotations: Record<string, string>; metadata: Record<string, string> };
type Deployment = { id: string; versions: { version_id: string; percentage: number }[]; created_on: string };
type Script = { secrets: Map<string, string>; versions: Version[]; deployments: Deployment[]; crons: string[] };

const bulk = z.object({ secrets: z.record(z.string(), z.object({ text: z.string() }).nullable()) });
const newDeployment = z.object({
  versions: z.array(z.object({ version_id: z.string(), percentage: z.number() })).length(1),
});

/** An account's Workers: each upload or changed secret makes a version, and one version is deployed. */
export function workersRoutes(now: () => number) {
  const scripts = new Map<string, Script>();
  const instant = () => new Date(now()).toISOString();

  function addVersion(script: Script, annotations: Record<string, string>, isDeployed = true): Version {
    const created = { author_email: "", source: "wrangler", created_on: instant(), modified_on: instant() };
    const version = { id: randomUUID(), number: script.versions.length + 1, annotations, metadata: created };
    script.versions.unshift(version);
    if (isDeployed) deploy(script, version.id);
    return version;
  }

  function deploy(script: Script, version_id: string) {
    const deployment = { id: randomUUID(), versions: [{ version_id, percentage: 100 }], created_on: instant() };
    script.deployments.unshift(deployment);
    return deployment;
  }

  return (
    new Hono<{ Variables: { script: Script } }>()
      .put("/scripts/:name", async (c) => {
        const name = c.req.param("name");
        await c.req.parseBody();
        const script = scripts.get(name) ?? { secrets: new Map(), versions: [], deployments: [], crons: [] };
        scripts.set(name, script);
        const { id } = addVersion(script, { "workers/triggered_by": "upload" });
        const info = { id: name, tag: "tag", etag: "etag", pipeline_hash: "", deployment_id: id, startup_time_ms: 20 };
        return answer({
          ...info,
          entry_point: "index.js",
          has_assets: false,
          has_modules: true,
          modified_on: instant(),
        });
      })
      // Claims to have every file already, so nothing is uploaded.
      .post("/scripts/:name/assets-upload-session", () => answer({ jwt: "assets", buckets: [] }))
      .get("/services/:name", (c) => {
        const script = scripts.get(c.req.param("name"));
        if (!script) return refuse("noScript");
        const environment = { environment: "production", script: { last_deployed_from: "wrangler", tag: "tag" } };
        return answer({ id: c.req.param("name"), default_environment: environment, environments: [environment] });
      })
      // Not part of Cloudflare's API: lets a test read the state.
      .get("/scripts/:name/played", (c) => {
        const script = scripts.get(c.req.param("name"));
        return script
          ? c.json({ ...script, secrets: Object.fromEntries(script.secrets) })
          : c.json({ secrets: {}, versions: [], deployments: [], crons: [] });
      })
      .use("/scripts/:name/*", async (c, next) => {
        const script = scripts.get(c.req.param("name"));
        if (!script) return refuse("noScript");
        c.set("script", script);
        await next();
      })
      .post("/scripts/:name/versions", async (c) => {
        await c.req.parseBody();
        const added = addVersion(c.get("script"), { "workers/triggered_by": "version_upload" }, false);
        const { id, metadata, number } = added;
        return answer({ id, metadata, number, startup_time_ms: 20, resources: { bindings: [], script: {} } });
      })
      // workers.dev addresses and previews are off.
      .get("/workers/:name", (c) =>
        answer({ id: c.req.param("name"), subdomain: { enabled: false, previews_enabled: false } }),
      )
      .patch("/workers/:name", async (c) => answer({ id: c.req.param("name"), ...(await c.req.json()) }))
      .get("/scripts/:name/secrets", (c) =>
        answer([...c.get("script").secrets.keys()].map((name) => ({ name, type: "secret_text" }))),
      )
      .patch("/scripts/:name/secrets-bulk", async (c) => {
        const script = c.get("script");
        for (const [name, secret] of Object.entries(bulk.parse(await c.req.json()).secrets)) {
          if (secret === null) script.secrets.delete(name);
          else script.secrets.set(name, secret.text);
        }
        addVersion(script, { "workers/triggered_by": "secret" });
        return answer({});
      })
      .get("/scripts/:name/versions", (c) => answer({ items: c.get("script").versions }))
      .get("/scripts/:name/versions/:id", (c) => {
        const version = c.get("script").versions.find(({ id }) => id === c.req.param("id"));
        return version ? answer({ ...version, resources: { bindings: [], script: {} } }) : refuse("noVersion");
      })
      .get("/scripts/:name/deployments", (c) => answer({ deployments: c.get("script").deployments }))
      .post("/scripts/:name/deployments", async (c) => {
        const script = c.get("script");
        const [wanted] = newDeployment.parse(await c.req.json()).versions;
        if (!script.versions.some(({ id }) => id === wanted?.version_id)) return refuse("noVersion");
        return answer(deploy(script, wanted?.version_id ?? ""));
      })
      .patch("/scripts/:name/script-settings", async (c) => answer(await c.req.json()))
      .put("/scripts/:name/schedules", async (c) => {
        const script = c.get("script");
        script.crons = z
          .array(z.object({ cron: z.string() }))
          .parse(await c.req.json())
          .map(({ cron }) => cron);
        return answer({ schedules: script.crons.map((cron) => ({ cron })) });
      })
      .get("/scripts/:name/subdomain", () => answer({ enabled: false, previews_enabled: false }))
      .post("/scripts/:name/subdomain", () => answer({ enabled: true, previews_enabled: true }))
      .get("/subdomain", () => answer({ subdomain: "operator" }))
  );
}
