CREATE TABLE `push_batches` (
	`id` text PRIMARY KEY NOT NULL,
	`slot_at` integer NOT NULL,
	`local_date` text NOT NULL,
	`device_ids` text NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_attempt_at` integer NOT NULL,
	`lease_until` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `push_batches_due` ON `push_batches` (`next_attempt_at`);--> statement-breakpoint
CREATE TABLE `push_counts` (
	`local_date` text PRIMARY KEY NOT NULL,
	`accepted` integer DEFAULT 0 NOT NULL,
	`gone` integer DEFAULT 0 NOT NULL,
	`refused` integer DEFAULT 0 NOT NULL,
	`missed` integer DEFAULT 0 NOT NULL,
	`unknown` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE `push_deliveries` (
	`day` integer NOT NULL,
	`member_id` text NOT NULL,
	`device_id` text NOT NULL,
	`state` integer NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`day`, `member_id`, `device_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `push_devices` (
	`id` text PRIMARY KEY NOT NULL,
	`member_id` text NOT NULL,
	`session_id` text NOT NULL,
	`endpoint` text NOT NULL,
	`p256dh` text NOT NULL,
	`auth` text NOT NULL,
	`kid` text NOT NULL,
	`user_agent` text,
	`hides_titles` integer DEFAULT false NOT NULL,
	`timezone` text NOT NULL,
	`weekday_hour` integer NOT NULL,
	`weekend_hour` integer NOT NULL,
	`created_at` integer NOT NULL,
	`accepted_at` integer,
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE no action
) WITHOUT ROWID;
--> statement-breakpoint
CREATE UNIQUE INDEX `push_devices_endpoint` ON `push_devices` (`endpoint`);--> statement-breakpoint
CREATE INDEX `push_devices_member` ON `push_devices` (`member_id`);--> statement-breakpoint
CREATE INDEX `push_devices_weekdays` ON `push_devices` (`timezone`,`weekday_hour`,`id`);--> statement-breakpoint
CREATE INDEX `push_devices_weekends` ON `push_devices` (`timezone`,`weekend_hour`,`id`);--> statement-breakpoint
ALTER TABLE `wake_up_slots` ADD `push_due` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `wake_up_slots_push` ON `wake_up_slots` (`slot_at`) WHERE push_due = 1;--> statement-breakpoint
CREATE TABLE `starts_by_day` (
	`day` integer PRIMARY KEY NOT NULL,
	`by_mail` integer NOT NULL,
	`by_push` integer NOT NULL
);
--> statement-breakpoint
-- By hand, since drizzle-kit knows no triggers: a device keeps its member's zone and hours (db/schema/push.ts, `pushDevices`).
CREATE TRIGGER `push_devices_moved` AFTER UPDATE OF `timezone`, `wake_up_hour`, `weekend_hour` ON `members`
WHEN (NEW.`timezone`, NEW.`wake_up_hour`, NEW.`weekend_hour`) IS NOT (OLD.`timezone`, OLD.`wake_up_hour`, OLD.`weekend_hour`)
BEGIN
	UPDATE `push_devices` SET `timezone` = NEW.`timezone`, `weekday_hour` = NEW.`wake_up_hour`, `weekend_hour` = coalesce(NEW.`weekend_hour`, NEW.`wake_up_hour`)
	WHERE `member_id` = NEW.`id`;
END;
