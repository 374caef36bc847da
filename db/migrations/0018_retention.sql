ALTER TABLE `members` ADD `purge_at` integer;--> statement-breakpoint
ALTER TABLE `members` ADD `purged_at` integer;--> statement-breakpoint
-- By hand: the accounts that are closed already.
UPDATE `members` SET `purge_at` = `deleted_at` + 7776000000 WHERE `deleted_at` IS NOT NULL;--> statement-breakpoint
CREATE INDEX `members_purge` ON `members` (`purge_at`) WHERE purge_at is not null and purged_at is null;--> statement-breakpoint
CREATE INDEX `members_untold` ON `members` (coalesce(access_ends_at, created_at)) WHERE access_changes_at is null and purge_at is null and deleted_at is null;--> statement-breakpoint
CREATE INDEX `members_closed` ON `members` (`email_key`) WHERE deleted_at is not null and purged_at is null;--> statement-breakpoint
ALTER TABLE `gifts` ADD `emptied_at` integer;--> statement-breakpoint
CREATE INDEX `gifts_unpaid` ON `gifts` (`created_at`) WHERE paid_at is null;--> statement-breakpoint
CREATE INDEX `gifts_to_empty` ON `gifts` (coalesce(refunded_at, granted_at, expires_at)) WHERE emptied_at is null and paid_at is not null and (redeemed_at is null or granted_at is not null);--> statement-breakpoint
CREATE INDEX `auth_tokens_expires` ON `auth_tokens` (`expires_at`);