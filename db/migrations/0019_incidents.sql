CREATE TABLE `incidents` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`detail` text NOT NULL,
	`begun_at` integer NOT NULL,
	`way` text,
	`notified_at` integer,
	`ended_at` integer,
	`end_notified_at` integer,
	`lease_until` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `incidents_open` ON `incidents` (`kind`) WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX `incidents_unsettled` ON `incidents` (`begun_at`) WHERE end_notified_at is null;--> statement-breakpoint
CREATE INDEX `incidents_settled` ON `incidents` (`end_notified_at`) WHERE end_notified_at is not null;--> statement-breakpoint
CREATE INDEX `wake_up_batches_failed` ON `wake_up_batches` (`settled_at`) WHERE state = 'failed' and sent_again_as is null;--> statement-breakpoint
CREATE INDEX `wake_up_batches_dead` ON `wake_up_batches` (`slot_at`) WHERE state = 'open' and last_error = 'dead_letter';--> statement-breakpoint
CREATE INDEX `wake_up_slots_unsettled` ON `wake_up_slots` (`slot_at`) WHERE outcome is null;--> statement-breakpoint
CREATE INDEX `wake_up_slots_missed` ON `wake_up_slots` (`settled_at`) WHERE outcome = 'missed' and due_count > 0;