import * as z from "zod";

// Shared by the rooms' configurations. An empty variable counts as not set.

export const environment = z.enum(["production", "development"]).default("production");

export const count = z.coerce.number().int().min(1);

export const optional = z.string().default("");

export function orNull(value: z.ZodType<string>) {
  return z
    .literal("")
    .or(value)
    .default("")
    .transform((text) => text || null);
}

/** Reports missing variables of a group once any other one is set. Only variables that pass `isSignal` trigger the check. */
export function allOrNone<Name extends string>(
  names: readonly Name[],
  message: string,
  isSignal: (name: Name) => boolean = () => true,
) {
  return (given: Record<Name, string>, context: z.RefinementCtx) => {
    const missing = names.filter((name) => given[name] === "");
    if (!names.some((name) => given[name] !== "" && isSignal(name))) return;
    for (const name of missing) context.addIssue({ code: "custom", path: [name], message });
  };
}

export function isLoopback(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { hostname } = new URL(url);
  return hostname === "localhost" || hostname === "[::1]" || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(hostname);
}
