DROP INDEX `subscriptions_created`;--> statement-breakpoint
CREATE INDEX `subscriptions_started` ON `subscriptions` (`starts_at`);