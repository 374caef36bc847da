import * as z from "zod";
import { IMPORT_FIELD_NAMES } from "../rules/import-fields.ts";
import { IMPORT_STATES, MAX_IMPORT_BYTES, STAY_REASONS, type StayReason } from "../rules/imports.ts";
import { INVITATION_STOPS } from "../rules/invitations.ts";
import { DATE_ORDERS } from "../rules/written-dates.ts";
import { email, instant, requestId } from "./fields.ts";
import { label } from "./member-list.ts";

export const IMPORT_TOO_LARGE = "This file is too large. The limit is 25 MB.";

export const importRef = z.object({ id: z.uuid("Import not found") });

const FILENAME = "File name must be 1 to 200 characters";
export const uploadImportQuery = z.object({
  filename: z.string(FILENAME).trim().min(1, FILENAME).max(200, FILENAME),
});
/** The header with the file's size. */
export const importLength = z.coerce
  .number("Choose a file")
  .int()
  .min(1, "This file is empty.")
  .max(MAX_IMPORT_BYTES, IMPORT_TOO_LARGE);

const mapping = z.partialRecord(z.enum(IMPORT_FIELD_NAMES), z.int().min(0).max(999));
export const checkImportRequest = z.object({
  mapping: mapping.refine(({ email }) => email !== undefined, "Choose the column with the email address"),
  /** The administrator's answer, used if the file's dates don't say it. */
  dateOrder: z.enum(DATE_ORDERS).optional(),
});
export type CheckImportRequest = z.infer<typeof checkImportRequest>;

export const memberImport = z.object({
  id: z.string(),
  filename: z.string(),
  state: z.enum(IMPORT_STATES),
  columns: z.array(z.string()),
  mapping,
  /** A date that can be read both ways if the file's dates don't say which is right, and the administrator's answer. */
  dateExample: z.string().nullable(),
  dateOrder: z.enum(DATE_ORDERS).nullable(),
  /** The part of the file that is done, from 0 to 1. 0 before the start. */
  doneShare: z.number(),
  rowsDone: z.int(),
  /** Accounts created, or that would be, and refused rows. */
  created: z.int(),
  refused: z.int(),
  createdAt: instant,
  endedAt: instant.nullable(),
  /** Until then its accounts can be removed again; null if they can't. */
  undoUntil: instant.nullable(),
  /** After an undo: the accounts that are left, by reason. */
  stayed: z.array(z.object({ reason: z.literal(Object.keys(STAY_REASONS) as StayReason[]), accounts: z.int() })),
  /** Without it, there's no report. */
  hasFile: z.boolean(),
});
export type MemberImport = z.infer<typeof memberImport>;

/** Newest first. */
export const importList = z.object({ imports: z.array(memberImport) });
export type ImportList = z.infer<typeof importList>;

const waiting = { withAccess: z.int(), withoutAccess: z.int(), optedOut: z.int() };
/** `GET /api/admin/invitations/choices`: who waits for an invitation, by import and by label. Opted out: they have no access either. */
export const invitationChoices = z.object({
  imports: z.array(z.object({ id: z.string(), filename: z.string(), isAgreed: z.boolean(), ...waiting })),
  /** Without access: only people of imports whose people agreed to emails. */
  labels: z.array(z.object({ label: z.string(), ...waiting })),
});
export type InvitationChoices = z.infer<typeof invitationChoices>;

/** Who to invite. `isAgreed`: these people agreed to emails from us, so those without access are invited, too. */
const invitees = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("everyone") }),
  z.object({ kind: z.literal("import"), id: importRef.shape.id, isAgreed: z.boolean() }),
  z.object({ kind: z.literal("label"), label }),
]);
/** `to` is null to continue after a stop. */
export const startInvitationsRequest = z.object({ requestId, to: invitees.nullable() });
export type StartInvitationsRequest = z.infer<typeof startInvitationsRequest>;

export const invitationPreviewRequest = z.object({ kind: z.enum(["invitation", "invitation-offer"]) });
export type InvitationPreviewRequest = z.infer<typeof invitationPreviewRequest>;
export const invitationPreview = z.object({ subject: z.string(), html: z.string() });
export type InvitationPreview = z.infer<typeof invitationPreview>;
export const invitationTestRequest = invitationPreviewRequest.extend({ email });
export type InvitationTestRequest = z.infer<typeof invitationTestRequest>;

/** `GET /api/admin/invitations`, and the answer to each change. */
export const invitationsResponse = z.object({
  state: z.enum(["idle", "sending", "stopped"]),
  stopReason: z.enum(INVITATION_STOPS).nullable(),
  /** Spam complaints stopped the invitations to people without access, and no others. */
  areOffersStopped: z.boolean(),
  /** Not invited yet. */
  waiting: z.int(),
  /** Invited and not accepted. */
  open: z.int(),
  accepted: z.int(),
  /** UTC. */
  sentToday: z.int(),
  mostToday: z.int(),
  /** All that aren't accepted are being deleted. */
  isPurging: z.boolean(),
});
export type InvitationsResponse = z.infer<typeof invitationsResponse>;
