import * as z from "zod";
import { centsOf } from "../account/money.ts";

/** An amount in a currency with two decimals; PayPal rejects more. */
export const money = z.object({
  currency_code: z.string().length(3),
  value: z
    .string()
    .max(32)
    .refine((value) => centsOf(value) !== null),
});

/** Our ID for a resource at PayPal: ASCII, as PayPal requires. */
export const customId = z
  .string()
  .min(1)
  .max(127)
  .regex(/^[\x20-\x7e]+$/);
