DROP INDEX `members_first_name`;--> statement-breakpoint
DROP INDEX `members_last_name`;--> statement-breakpoint
DROP INDEX `members_search`;--> statement-breakpoint
ALTER TABLE `members` ADD `first_name_folded` text;--> statement-breakpoint
ALTER TABLE `members` ADD `last_name_folded` text;--> statement-breakpoint
CREATE INDEX `members_full_name` ON `members` (coalesce(first_name_folded, lower(first_name), '') || ' ' || coalesce(last_name_folded, lower(last_name), '')) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX `members_to_fold` ON `members` (`id`) WHERE deleted_at is null and (first_name glob '*[^a-zA-Z0-9 .-]*' and first_name_folded is null or last_name glob '*[^a-zA-Z0-9 .-]*' and last_name_folded is null);--> statement-breakpoint
CREATE INDEX `members_last_name` ON `members` (coalesce(last_name_folded, lower(last_name))) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX `members_search` ON `members` (`email_key`,`first_name`,`last_name`,`first_name_folded`,`last_name_folded`) WHERE deleted_at is null;--> statement-breakpoint
ALTER TABLE `inbound_mails` ADD `folded` text;--> statement-breakpoint
CREATE INDEX `inbound_mails_to_fold` ON `inbound_mails` (`id`) WHERE folded is null;--> statement-breakpoint
-- From here on by hand, since drizzle-kit knows no triggers (db/schema/members.ts, `IS_TO_FOLD`).
CREATE TRIGGER `members_renamed` AFTER UPDATE OF `first_name`, `last_name` ON `members`
WHEN NEW.`first_name_folded` IS NOT NULL OR NEW.`last_name_folded` IS NOT NULL
BEGIN
	UPDATE `members` SET `first_name_folded` = NULL, `last_name_folded` = NULL WHERE `id` = NEW.`id`;
END;
--> statement-breakpoint
-- The Worker folds sessions again, by the new rules (worker/members/fold-texts.ts).
UPDATE `content_texts` SET `folded` = NULL;
