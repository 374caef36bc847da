ALTER TABLE `members` ADD `weekend_hour` integer;--> statement-breakpoint
-- By hand: drizzle-kit cuts the expression at its comma.
CREATE INDEX `members_weekends` ON `members` (`timezone`,coalesce(`weekend_hour`,`wake_up_hour`),`id`) WHERE email_enabled = 1 and deleted_at is null;
