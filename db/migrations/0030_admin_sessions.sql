CREATE TABLE `admin_sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`network` text NOT NULL,
	`started_at` integer NOT NULL,
	`ended_at` integer
);
--> statement-breakpoint
CREATE INDEX `admin_sessions_started` ON `admin_sessions` (`started_at`);