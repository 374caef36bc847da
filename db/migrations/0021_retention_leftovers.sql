DROP INDEX `gifts_to_empty`;--> statement-breakpoint
CREATE INDEX `gifts_over` ON `gifts` (coalesce(refunded_at, redeemed_at, expires_at)) WHERE emptied_at is null and paid_at is not null and (redeemed_at is null or granted_at is not null);--> statement-breakpoint
-- By hand: an address that a test mail went to is no word of the audit's.
UPDATE `audit` SET `subject` = coalesce((SELECT `id` FROM `members` WHERE `email_key` = lower(`audit`.`subject`) AND `deleted_at` IS NULL), 'unknown') WHERE `action` = 'test-email.send';
