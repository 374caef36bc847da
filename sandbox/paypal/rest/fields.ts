import * as z from "zod";
import { centsOf } from "../account/money.ts";

/** An amount of a currency with two decimals; PayPal refuses more of them. */
export const money = z.object({
  currency_code: z.string().length(3),
  value: z
    .string()
    .max(32)
    .refine((value) => centsOf(value) !== null),
});

/** Our id of a thing at PayPal: ASCII, as PayPal asks. */
export const customId = z
  .string()
  .min(1)
  .max(127)
  .regex(/^[\x20-\x7e]+$/);
