import * as z from "zod";
import { bounded, instant, RELOAD } from "./fields.ts";

const bytes = (length: number) => z.string(RELOAD).regex(new RegExp(`^[\\w-]{${length}}$`), RELOAD);

export const deviceRef = z.object({ id: z.string().regex(/^[0-9a-z]{16}$/, "Device not found") });

/** A browser's subscription at its push service, and the key it was made with. */
export const deviceRequest = z.object({
  endpoint: bounded(RELOAD, 500),
  p256dh: bytes(87),
  auth: bytes(22),
  publicKey: bytes(87),
  hidesTitles: z.boolean(RELOAD),
  /** The device that this browser is already: it changes, if it wasn't removed. */
  renews: deviceRef.shape.id.optional(),
});
export type DeviceRequest = z.infer<typeof deviceRequest>;

const device = z.object({
  id: z.string(),
  userAgent: z.string().nullable(),
  hidesTitles: z.boolean(),
  addedAt: instant,
  /** When its push service last accepted a notification. */
  acceptedAt: instant.nullable(),
});

/** The newest first. `publicKey` is the key to subscribe with; null where notifications aren't set up. */
export const devicesResponse = z.object({ publicKey: z.string().nullable(), devices: z.array(device) });
export type DevicesResponse = z.infer<typeof devicesResponse>;

/** The browser's device. */
export type DeviceResponse = z.infer<typeof deviceRef>;
