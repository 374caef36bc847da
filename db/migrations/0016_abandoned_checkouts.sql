CREATE INDEX `subscriptions_checkout` ON `subscriptions` (`checkout_id`);--> statement-breakpoint
ALTER TABLE `checkouts` ADD `bought_at` integer;--> statement-breakpoint
-- By hand: which of the checkouts there are have become subscriptions.
UPDATE `checkouts` SET `bought_at` = (SELECT s.`created_at` FROM `subscriptions` s WHERE s.`checkout_id` = `checkouts`.`id`);--> statement-breakpoint
DROP INDEX `checkouts_abandoned`;--> statement-breakpoint
CREATE INDEX `checkouts_abandoned` ON `checkouts` (`created_at`) WHERE bought_at is null;
