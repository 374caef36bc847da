import { RECORDED_PATH, type RecordedCalls } from "#test/support/recorded-calls.ts";
import worker from "#worker/index.ts";
import type { Env } from "#worker/kernel/env.ts";

const calls: RecordedCalls = { rounds: [], objects: [], files: [] };

/** The runtime's form of a prepared and bound statement. */
type Bound = { statement: string; params: unknown[] };

/** A D1 that records its calls; those in progress at the same time are one round. */
function recordingD1(d1: D1Database): D1Database {
  let underWay = 0;
  const originals = new WeakMap<object, D1PreparedStatement>();
  async function record<T>(statements: D1PreparedStatement[], call: () => Promise<T>): Promise<T> {
    const bound = statements.map((one) => {
      const { statement: sql, params } = one as unknown as Bound;
      return { sql, params };
    });
    if (underWay === 0) calls.rounds.push([]);
    calls.rounds.at(-1)?.push(bound);
    underWay += 1;
    return await call().finally(() => (underWay -= 1));
  }
  const wrap = (statement: D1PreparedStatement): D1PreparedStatement => {
    const proxy = new Proxy(statement, {
      get(target, name) {
        const member: unknown = Reflect.get(target, name);
        if (typeof member !== "function") return member;
        if (name === "bind") return (...values: unknown[]) => wrap(target.bind(...values));
        return (...options: unknown[]) => record([target], () => Reflect.apply(member, target, options));
      },
    });
    originals.set(proxy, statement);
    return proxy;
  };
  const batch = (statements: D1PreparedStatement[]) => {
    const own = statements.map((statement) => originals.get(statement) ?? statement);
    return record(own, () => d1.batch(own));
  };
  return { prepare: (sql: string) => wrap(d1.prepare(sql)), batch } as D1Database;
}

function recording(env: Env): Env {
  const MEDIA = new Proxy(env.MEDIA, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== "function") return member;
      return (...options: [string, R2GetOptions?]) => {
        const range = options[1]?.range;
        if (name === "get")
          calls.objects.push({ key: options[0], range: range instanceof Headers ? null : (range ?? null) });
        return Reflect.apply(member, target, options);
      };
    },
  });
  const fetchFile: Fetcher["fetch"] = (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input);
    calls.files.push(pathname);
    return env.ASSETS.fetch(input, init);
  };
  return { ...env, DB: recordingD1(env.DB), MEDIA, ASSETS: { fetch: fetchFile } as Fetcher };
}

/** The whole Worker, which reports what its requests used of database, bucket, and files; only for `bench/http.ts`. */
export default {
  fetch(request, env, execution) {
    if (new URL(request.url).pathname !== RECORDED_PATH) return worker.fetch(request, recording(env), execution);
    const { rounds, objects, files } = calls;
    return Response.json({
      rounds: rounds.splice(0),
      objects: objects.splice(0),
      files: files.splice(0),
    } satisfies RecordedCalls);
  },
} satisfies ExportedHandler<Env>;
