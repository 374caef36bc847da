-- By hand: WITHOUT ROWID, which drizzle-kit cannot express.
CREATE TABLE `wake_up_plans` (
	`member_id` text PRIMARY KEY NOT NULL,
	`weekday_hour` integer NOT NULL,
	`weekend_hour` integer,
	`next_change_at` integer,
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE no action
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `wake_up_plans_next` ON `wake_up_plans` (`next_change_at`) WHERE next_change_at is not null;
