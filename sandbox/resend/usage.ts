import * as z from "zod";

const quota = z.strictObject({ used: z.int().min(0), limit: z.int().min(1).nullable() });
export const usageSchema = z.strictObject({ daily: quota, monthly: quota });

/** The account's quota usage, set by a test or developer: at first low, on a paid plan. */
export function createUsage() {
  let usage: z.infer<typeof usageSchema> = { daily: { used: 0, limit: null }, monthly: { used: 0, limit: 50_000 } };
  const shaped = ({ used, limit }: z.infer<typeof quota>) => ({ used, limit, sent: used, received: 0 });
  return {
    read: () => ({ object: "usage", emails: { daily: shaped(usage.daily), monthly: shaped(usage.monthly) } }),
    set: (next: typeof usage) => {
      usage = next;
    },
  };
}
