-- By hand: WITHOUT ROWID, which drizzle-kit cannot express.
CREATE TABLE `feeds` (
	`id` text PRIMARY KEY NOT NULL,
	`member_id` text NOT NULL,
	`token_hash` text NOT NULL,
	`name` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_used_at` integer,
	`user_agent` text,
	`episodes` integer DEFAULT 0 NOT NULL,
	`downloads` text DEFAULT '{}' NOT NULL,
	`limit_told_at` integer,
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE no action
) WITHOUT ROWID;
--> statement-breakpoint
CREATE UNIQUE INDEX `feeds_token` ON `feeds` (`token_hash`);--> statement-breakpoint
CREATE UNIQUE INDEX `feeds_name` ON `feeds` (`member_id`,`name`);--> statement-breakpoint
CREATE TABLE `library_version` (
	`id` integer PRIMARY KEY NOT NULL,
	`version` integer NOT NULL
);
--> statement-breakpoint
-- From here on by hand, since drizzle-kit knows no triggers (db/schema/feeds.ts, `libraryVersion`).
INSERT INTO `library_version` (`id`, `version`) VALUES (1, 1);
--> statement-breakpoint
CREATE TRIGGER `library_item_inserted` AFTER INSERT ON `content`
BEGIN
	INSERT INTO `library_version` (`id`, `version`) VALUES (1, 1) ON CONFLICT (`id`) DO UPDATE SET `version` = `version` + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `library_item_changed` AFTER UPDATE OF `date`, `title`, `description`, `status`, `hidden`, `audio_key`, `duration_seconds`, `transcript`, `deleted_at` ON `content`
BEGIN
	INSERT INTO `library_version` (`id`, `version`) VALUES (1, 1) ON CONFLICT (`id`) DO UPDATE SET `version` = `version` + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `library_item_deleted` AFTER DELETE ON `content`
BEGIN
	INSERT INTO `library_version` (`id`, `version`) VALUES (1, 1) ON CONFLICT (`id`) DO UPDATE SET `version` = `version` + 1;
END;
