import * as z from "zod";
import { ADMIN_ROLES, GIVEN_ROLES } from "../rules/administrators.ts";
import { email, instant, requestId, requiredText } from "./fields.ts";

export const administratorRequest = z.object({
  name: requiredText({ name: "The name", max: 60, missing: "Enter a name" }),
  email,
  role: z.enum(GIVEN_ROLES, "Choose a role"),
});
export type AdministratorRequest = z.infer<typeof administratorRequest>;

export const newAdministratorRequest = administratorRequest.extend({ requestId });
export type NewAdministratorRequest = z.infer<typeof newAdministratorRequest>;

export const administratorRef = z.object({ id: z.uuid("Administrator not found") });

const administrator = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  role: z.enum(GIVEN_ROLES),
  /** Whether their code works; always false without a second factor. */
  hasCode: z.boolean(),
  lastLoginAt: instant.nullable(),
  createdAt: instant,
});
export type Administrator = z.infer<typeof administrator>;

export const administratorList = z.object({
  ownerLastLoginAt: instant.nullable(),
  /** Whether a second factor is set up, so that each person needs a code. */
  needsCodes: z.boolean(),
  /** Whether the operator hears about each new administrator and key. */
  isReported: z.boolean(),
  administrators: z.array(administrator),
});
export type AdministratorList = z.infer<typeof administratorList>;

/** Shown once: the authenticator's secret, and its address for a QR code. */
export const newCode = z.object({ secret: z.string(), uri: z.string() });
export type NewCode = z.infer<typeof newCode>;

/** Shown once; with the code of someone new, where a second factor is set up. */
export const newKey = z.object({ key: z.string(), code: newCode.optional() });
export type NewKey = z.infer<typeof newKey>;

/** Who is in; left out for the owner. */
export const adminVerifyResponse = z.object({
  ok: z.literal(true),
  administrator: z.object({ name: z.string(), role: z.enum(ADMIN_ROLES) }).optional(),
});
export type AdminVerifyResponse = z.infer<typeof adminVerifyResponse>;
