ALTER TABLE `transactional_mails` DROP COLUMN `template_version`;--> statement-breakpoint
ALTER TABLE `transactional_mails` ADD `member_id` text;--> statement-breakpoint
ALTER TABLE `transactional_mails` ADD `call_id` text;--> statement-breakpoint
ALTER TABLE `transactional_mails` ADD `key_attempts` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `transactional_mails` ADD `not_before` integer;--> statement-breakpoint
UPDATE `transactional_mails` SET `member_id` = coalesce(
	(SELECT `member_id` FROM `auth_tokens` WHERE `auth_tokens`.`id` = `transactional_mails`.`token_id`),
	(SELECT `id` FROM `members` WHERE `email_key` = lower(trim(`to_address`)) AND `deleted_at` IS NULL
		AND `members`.`created_at` <= `transactional_mails`.`created_at`));--> statement-breakpoint
UPDATE `transactional_mails` SET `call_id` = `id`, `key_attempts` = `attempts` WHERE state = 'pending' AND `first_attempt_at` IS NOT NULL;--> statement-breakpoint
CREATE INDEX `transactional_mails_call` ON `transactional_mails` (`call_id`) WHERE state = 'pending' and call_id is not null;
