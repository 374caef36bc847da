import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { MEMBER_JOB_STATES } from "../../domain/rules/member-jobs.ts";

/** A change of many members: they are written down and counted, and once their number is confirmed, it's done in slices. */
export const memberJobs = sqliteTable(
  "member_jobs",
  {
    /** The request's ID. */
    id: text().primaryKey(),
    /** JSON (`jobAction` in domain/contract/member-jobs.ts), with a hash of the request's `of`. */
    action: text().notNull(),
    /** Who was chosen, in words. */
    segment: text().notNull(),
    state: text({ enum: MEMBER_JOB_STATES }).notNull(),
    /** While choosing, the place in the list; then the last member who had their turn. */
    cursor: text().notNull().default(""),
    /** How many were chosen, and how many of them have a subscription that charges; 0 until all are chosen. */
    chosen: integer().notNull().default(0),
    subscribers: integer().notNull().default(0),
    leavesOutSubscribers: integer("leaves_out_subscribers", { mode: "boolean" }).notNull().default(false),
    done: integer().notNull().default(0),
    /** Who confirmed it, as in the audit log. */
    actor: text(),
    /** Their name; null for the owner. */
    author: text(),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [
    index("member_jobs_running").on(table.createdAt).where(sql`state = 'running'`),
    index("member_jobs_created").on(table.createdAt),
  ],
);

/** WITHOUT ROWID, by hand in the migration. */
export const memberJobPeople = sqliteTable(
  "member_job_people",
  {
    jobId: text("job_id").notNull(),
    memberId: text("member_id").notNull(),
    /** When it was done for them: the line of their timeline. */
    doneAt: integer("done_at"),
  },
  (table) => [
    primaryKey({ columns: [table.jobId, table.memberId] }),
    index("member_job_people_member").on(table.memberId),
  ],
);
