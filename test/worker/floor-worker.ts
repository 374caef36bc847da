import { type FloorAnswer, FRESH_ID } from "#test/support/recorded-calls.ts";
import type { Env } from "#worker/kernel/env.ts";

let answers: Map<string, FloorAnswer> | undefined;

async function bodyOf(env: Env, { objects, files, body }: FloorAnswer): Promise<BodyInit | null> {
  const [object] = objects;
  if (object) return (await env.MEDIA.get(object.key, object.range ? { range: object.range } : {}))?.body ?? null;
  const [file] = files;
  return file ? (await env.ASSETS.fetch(`https://files.test${file}`)).body : body;
}

/**
 * The minimum cost of the Worker's requests: without a framework, it repeats a recorded Worker's statements and reads
 * and returns the same bytes (`bench/http.ts`).
 */
export default {
  async fetch(request, env) {
    answers ??= new Map(Object.entries(JSON.parse(env.ANSWERS) as Record<string, FloorAnswer>));
    const { pathname, search } = new URL(request.url);
    const answer = answers.get(`${request.method} ${pathname}${search}`);
    if (!answer) return new Response(null, { status: 500 });
    const id = crypto.randomUUID();
    const own = (params: unknown[]) => params.map((value) => (value === FRESH_ID ? id : value));
    for (const round of answer.rounds)
      await Promise.all(
        round.map(async (statements) => {
          const bound = statements.map(({ sql, params }) => env.DB.prepare(sql).bind(...own(params)));
          const [first] = bound;
          return bound.length === 1 && first ? first.raw() : env.DB.batch(bound);
        }),
      );
    return new Response(await bodyOf(env, answer), { status: answer.status, headers: answer.headers });
  },
} satisfies ExportedHandler<Env & { ANSWERS: string }>;
