CREATE TABLE `wake_up_resends` (
	`local_date` text PRIMARY KEY NOT NULL,
	`may_repeat` integer NOT NULL,
	`asked_by` text NOT NULL,
	`asked_at` integer NOT NULL,
	`cursor_slot_at` integer DEFAULT 0 NOT NULL,
	`cursor_id` text DEFAULT '' NOT NULL,
	`resent` integer DEFAULT 0 NOT NULL,
	`stopped_at` integer,
	`ended_at` integer
);
--> statement-breakpoint
CREATE INDEX `wake_up_resends_open` ON `wake_up_resends` (`asked_at`) WHERE stopped_at is null and ended_at is null;