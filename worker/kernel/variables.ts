import * as z from "zod";

// What the configurations of the rooms share. A variable that is set to nothing counts as not set.

export const environment = z.enum(["production", "development"]).default("production");

export const count = z.coerce.number().int().min(1);

/** A text that may be missing; "" where it is. */
export const optional = z.string().default("");

/** A variable that may be missing or empty; null where it is. */
export function orNull(value: z.ZodType<string>) {
  return z
    .literal("")
    .or(value)
    .default("")
    .transform((text) => text || null);
}

/** Reports the variables of a group that are missing while others of it are set; `isSignal` says which of them count as set. */
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

/** Whether an address leads to this machine alone. */
export function isLoopback(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { hostname } = new URL(url);
  return hostname === "localhost" || hostname === "[::1]" || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(hostname);
}
