ALTER TABLE `sessions` ADD `is_by_mail` integer DEFAULT false NOT NULL;
--> statement-breakpoint
ALTER TABLE `sessions` ADD `knows_password` integer DEFAULT false NOT NULL;
--> statement-breakpoint
ALTER TABLE `feeds` ADD `session_id` text;
--> statement-breakpoint
ALTER TABLE `members` ADD `mailbox_proved_at` integer;
--> statement-breakpoint
ALTER TABLE `auth_tokens` ADD `email_key` text;
--> statement-breakpoint
-- By hand: 0.2.0 ended all links when an address changed, so those left went to the present one.
UPDATE `auth_tokens` SET `email_key` = (SELECT m.`email_key` FROM `members` m WHERE m.`id` = `auth_tokens`.`member_id`)
WHERE `used_at` IS NULL;
--> statement-breakpoint
-- By hand: so do links that 0.2.0's Worker stores during a deploy, or after a rollback.
CREATE TRIGGER `auth_tokens_email_key` AFTER INSERT ON `auth_tokens` WHEN NEW.`email_key` IS NULL
BEGIN
	UPDATE `auth_tokens` SET `email_key` = (SELECT m.`email_key` FROM `members` m WHERE m.`id` = NEW.`member_id`) WHERE `id` = NEW.`id`;
END;
--> statement-breakpoint
-- By hand: counted as proved are accounts older than 30 days, those that no visitor's checkout created, and those whose password was set
-- by an emailed link, which ended all sessions. A login by email ended none, and a spent link may not have been used, so they don't count.
UPDATE `members` SET `mailbox_proved_at` = `created_at`
WHERE `created_at` < (unixepoch() - 30 * 86400) * 1000
	OR NOT EXISTS (SELECT 1 FROM `checkouts` c WHERE c.`member_id` = `members`.`id` AND c.`created_member` = 1)
	OR EXISTS (SELECT 1 FROM `consents` c WHERE c.`purpose` = 'setup' AND c.`source_id` = `members`.`id`);
--> statement-breakpoint
-- By hand: a first proof also ends podcast apps of before. That password was one, and ended none in 0.2.0.
DELETE FROM `feeds` WHERE EXISTS (SELECT 1 FROM `consents` c JOIN `members` m ON m.`id` = c.`source_id`
	WHERE c.`purpose` = 'setup' AND c.`source_id` = `feeds`.`member_id` AND c.`at` > `feeds`.`created_at`
		AND m.`created_at` >= (unixepoch() - 30 * 86400) * 1000
		AND EXISTS (SELECT 1 FROM `checkouts` k WHERE k.`member_id` = m.`id` AND k.`created_member` = 1));
