import { Hono } from "hono";
import * as z from "zod";
import { type Armed, createFaultQueue } from "./fault-queue.ts";
import { bareAddress } from "./outbox/outbox.ts";

/** Limits a fault to some recipients; without `to` it applies to everyone. */
const aim = {
  times: z.int().min(1).default(1),
  to: z
    .string()
    .toLowerCase()
    .refine((to) => to.startsWith("@") || bareAddress(to) === to, {
      error: "`to` must be an address, or a suffix that begins with @.",
    })
    .optional(),
};
const status = z.int().min(400).max(599);
const retryAfterSeconds = z.int().min(0).optional();

export const faultSchema = z.discriminatedUnion(
  "kind",
  [
    z.strictObject({ kind: z.enum(["rate_limit", "daily_quota", "monthly_quota"]), ...aim, retryAfterSeconds }),
    z.strictObject({ kind: z.literal("server_error"), ...aim, status: status.default(500), retryAfterSeconds }),
    z.strictObject({ kind: z.literal("unauthorized"), ...aim, status: status.default(401) }),
    z.strictObject({ kind: z.literal("delay"), ...aim, delayMs: z.int().min(0).max(600_000).default(1000) }),
    z.strictObject({ kind: z.enum(["drop_after_accept", "cut"]), ...aim }),
  ],
  {
    error: ({ code }) =>
      code === "invalid_union"
        ? "A fault's kind is rate_limit, daily_quota, monthly_quota, server_error, unauthorized, delay, drop_after_accept, or cut."
        : undefined,
  },
);

const faultBody = z
  .string()
  .transform((text, ctx): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      ctx.addIssue({ code: "custom", message: "The body must be JSON." });
      return z.NEVER;
    }
  })
  .pipe(faultSchema);

type Wanted = z.infer<typeof faultSchema>;
export type Fault = Armed<Wanted>;

const meetsAddress = (to: string, address: string) => (to.startsWith("@") ? address.endsWith(to) : address === to);

/** A send meets a fault with any of its recipients: bare addresses in lower case. */
export const createFaults = () =>
  createFaultQueue<Wanted, readonly string[]>(
    ({ to }, recipients) => to === undefined || recipients.some((address) => meetsAddress(to, address)),
  );

export type Faults = ReturnType<typeof createFaults>;

export function faultRoutes(faults: Faults) {
  return new Hono()
    .get("/", (c) => c.json(faults.list()))
    .post("/", async (c) => {
      const fault = faultBody.safeParse(await c.req.text());
      if (!fault.success) return c.json({ error: z.prettifyError(fault.error) }, 422);
      return c.json(faults.add(fault.data), 201);
    })
    .delete("/", (c) => c.json({ deleted: faults.clear() }))
    .delete("/:id", (c) => {
      if (faults.clear(c.req.param("id")) > 0) return c.json({ deleted: 1 });
      return c.json({ error: "This fault doesn't exist. It may have been used up." }, 404);
    });
}
