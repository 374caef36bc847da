import { env } from "cloudflare:workers";

/** Runs a statement, or does something else in its place. */
type Around = (run: () => Promise<unknown>) => Promise<unknown>;

const RUNNERS = ["all", "first", "run", "raw"];

function wrapStatement(statement: D1PreparedStatement, around: Around): D1PreparedStatement {
  return new Proxy(statement, {
    get(target, name) {
      if (name === "bind") return (...values: unknown[]) => wrapStatement(target.bind(...values), around);
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== "function") return member;
      if (!RUNNERS.includes(String(name))) return member.bind(target);
      return (...options: unknown[]) => around(() => member.apply(target, options));
    },
  });
}

/** The run's own D1, with something around each single statement. It has no `batch`. */
export function wrappedD1(around: Around): D1Database {
  return { prepare: (query: string) => wrapStatement(env.DB.prepare(query), around) } as D1Database;
}
