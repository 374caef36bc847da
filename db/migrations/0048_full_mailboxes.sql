ALTER TABLE `library_version` ADD `changed_at` integer;--> statement-breakpoint
ALTER TABLE `members` ADD `full_bounces` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `members_full` ON `members` (`email_key`) WHERE full_bounces > 0;--> statement-breakpoint
-- By hand: drizzle-kit knows no triggers.
CREATE TRIGGER `library_raised` AFTER UPDATE OF `version` ON `library_version`
BEGIN
	UPDATE `library_version` SET `changed_at` = CAST(unixepoch('subsec') * 1000 AS INTEGER) WHERE `id` = new.`id`;
END;
