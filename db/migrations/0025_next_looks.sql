ALTER TABLE `checkouts` ADD `plan_id` text;--> statement-breakpoint
ALTER TABLE `checkouts` ADD `check_at` integer;--> statement-breakpoint
CREATE INDEX `checkouts_open` ON `checkouts` (`check_at`,`created_at`) WHERE bought_at is null and subscription_id is not null;--> statement-breakpoint
ALTER TABLE `provider_events` ADD `check_at` integer;--> statement-breakpoint
CREATE INDEX `provider_events_due` ON `provider_events` (coalesce(check_at, received_at)) WHERE applied_at is null and body is not null;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `unread_since` integer;