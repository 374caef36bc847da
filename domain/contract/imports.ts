import * as z from "zod";
import {
  type ImportAnswers,
  type ImportAsks,
  NO_END_CHOICES,
  PLAN_CHOICES,
  STATUS_TOPICS,
} from "../rules/import-answers.ts";
import { IMPORT_FIELD_NAMES } from "../rules/import-fields.ts";
import { REMARK_KINDS } from "../rules/import-remarks.ts";
import { type CountedRemark, IMPORT_GROUPS, type ImportResult } from "../rules/import-result.ts";
import { IMPORT_STATES, IMPORT_TOO_LARGE, MAX_IMPORT_BYTES, STAY_REASONS, type StayReason } from "../rules/imports.ts";
import { INVITATION_STOPS } from "../rules/invitations.ts";
import { DATE_ORDERS } from "../rules/written-dates.ts";
import { calendarDate, email, instant, RELOAD } from "./fields.ts";
import { segment } from "./member-list.ts";

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
const plans = z
  .array(z.object({ value: z.string().max(100), plan: z.enum(PLAN_CHOICES, "Choose a plan") }))
  .max(100, "Too many plans");

const answers = z.object({
  dateOrder: z.enum(DATE_ORDERS).nullable(),
  statusTopic: z.enum(STATUS_TOPICS).nullable(),
  plans,
  noEnd: z.union([z.enum(NO_END_CHOICES), calendarDate]).nullable(),
  notEnd: z.int().min(0).max(999).nullable(),
}) satisfies z.ZodType<ImportAnswers>;

export const checkImportRequest = z.object({
  mapping: mapping.refine(({ email }) => email !== undefined, "Choose the column with the email address"),
  /** The administrator's answers, used if the check asks. */
  answers: answers.partial().optional(),
});
export type CheckImportRequest = z.infer<typeof checkImportRequest>;

const count = z.int();
const result = z.object({
  monthly: count,
  quarterly: count,
  annual: count,
  none: count,
  noEmail: count,
  unreachable: count,
}) satisfies z.ZodType<ImportResult>;

export const memberImport = z.object({
  id: z.string(),
  filename: z.string(),
  state: z.enum(IMPORT_STATES),
  columns: z.array(z.string()),
  mapping,
  /** Up to three values per column, and what an unused column looks like. Empty once the file is deleted. */
  samples: z.array(z.array(z.string())),
  looks: z.array(z.enum(["end", "optOut"]).nullable()),
  asks: z.object({
    dateExample: z.string().nullable(),
    openStatus: z.int().nullable(),
    openEnd: z.int().nullable(),
    plans: z.array(z.object({ value: z.string(), count, ending: count, endless: count })),
    endless: count,
  }) satisfies z.ZodType<ImportAsks>,
  answers,
  /** What was replaced or left out, with an example. */
  remarks: z.array(z.object({ kind: z.enum(REMARK_KINDS), text: z.string(), count })) satisfies z.ZodType<
    CountedRemark[]
  >,
  /** What a check promises, or what has come of it; null before the first check. */
  result: result.nullable(),
  /** The part of the file that is done, from 0 to 1. 0 before the start. */
  doneShare: z.number(),
  rowsDone: z.int(),
  /** Accounts created, or that would be, and refused rows. */
  created: z.int(),
  refused: z.int(),
  uploadedBy: z.string().nullable(),
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

export const importPeopleQuery = z.object({ of: z.enum(IMPORT_GROUPS, RELOAD) });
/** The first people behind one of an import's numbers, by row. `isMade`: the import has created their account. */
export const importPeople = z.object({
  people: z.array(
    z.object({
      row: z.int(),
      email: z.string(),
      name: z.string(),
      through: z.string().nullable(),
      notes: z.string(),
      isMade: z.boolean(),
    }),
  ),
});
export type ImportPeople = z.infer<typeof importPeople>;

/** Newest first. */
export const importList = z.object({ imports: z.array(memberImport) });
export type ImportList = z.infer<typeof importList>;

/** `GET /api/admin/invitations/choices`: who of a segment is invited or waits for it. Opted out: they have no access either. */
export const invitationChoices = z.object({
  invited: count,
  withAccess: count,
  withoutAccess: count,
  optedOut: count,
  unreachable: count,
  agreed: count,
});
export type InvitationChoices = z.infer<typeof invitationChoices>;

/** `isAgreed`: the people of the segment's import agreed to emails from us, so those without access are invited, too. */
const invitees = z.object({ segment, isAgreed: z.boolean().optional() });
/** `to` is null to continue after a stop. */
export const startInvitationsRequest = z.object({ to: invitees.nullable() });
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
