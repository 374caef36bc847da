CREATE TABLE `checkouts` (
	`id` text PRIMARY KEY NOT NULL,
	`plan` text NOT NULL,
	`price_cents` integer NOT NULL,
	`currency` text NOT NULL,
	`email` text NOT NULL,
	`email_key` text NOT NULL,
	`member_id` text,
	`created_member` integer DEFAULT false NOT NULL,
	`nonce_hash` text NOT NULL,
	`nonce_used_at` integer,
	`starts_at` integer,
	`replaces_id` text,
	`subscription_id` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `checkouts_subscription_id_unique` ON `checkouts` (`subscription_id`);--> statement-breakpoint
CREATE INDEX `checkouts_member` ON `checkouts` (`member_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `checkouts_email` ON `checkouts` (`email_key`,`created_at`);--> statement-breakpoint
CREATE INDEX `checkouts_created` ON `checkouts` (`created_at`);--> statement-breakpoint
CREATE TABLE `consents` (
	`purpose` text NOT NULL,
	`source_id` text NOT NULL,
	`member_id` text,
	`email` text NOT NULL,
	`terms_version` text NOT NULL,
	`text` text NOT NULL,
	`price_text` text,
	`at` integer NOT NULL,
	PRIMARY KEY(`purpose`, `source_id`),
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `consents_member` ON `consents` (`member_id`);--> statement-breakpoint
CREATE INDEX `consents_at` ON `consents` (`at`);--> statement-breakpoint
CREATE TABLE `gifts` (
	`id` text PRIMARY KEY NOT NULL,
	`plan` text NOT NULL,
	`price_cents` integer NOT NULL,
	`currency` text NOT NULL,
	`giver_name` text NOT NULL,
	`giver_email` text NOT NULL,
	`recipient_name` text NOT NULL,
	`recipient_email` text NOT NULL,
	`address_version` integer DEFAULT 1 NOT NULL,
	`message` text DEFAULT '' NOT NULL,
	`deliver_on` text NOT NULL,
	`timezone` text NOT NULL,
	`deliver_at` integer NOT NULL,
	`order_id` text,
	`paid_at` integer,
	`mailed_at` integer,
	`reminders` integer DEFAULT 0 NOT NULL,
	`next_mail_at` integer,
	`expires_at` integer,
	`redeemed_at` integer,
	`member_id` text,
	`granted_at` integer,
	`refunded_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `gifts_order_id_unique` ON `gifts` (`order_id`);--> statement-breakpoint
CREATE INDEX `gifts_created` ON `gifts` (`created_at`);--> statement-breakpoint
CREATE INDEX `gifts_due` ON `gifts` (`next_mail_at`) WHERE next_mail_at is not null;--> statement-breakpoint
CREATE INDEX `gifts_waiting` ON `gifts` (`member_id`) WHERE redeemed_at is not null and granted_at is null;--> statement-breakpoint
CREATE INDEX `gifts_member` ON `gifts` (`member_id`);--> statement-breakpoint
CREATE TABLE `payments` (
	`id` text PRIMARY KEY NOT NULL,
	`subscription_id` text,
	`gift_id` text,
	`member_id` text,
	`state` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`currency` text NOT NULL,
	`fee_cents` integer,
	`tax_cents` integer,
	`refunded_cents` integer DEFAULT 0 NOT NULL,
	`paid_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`subscription_id`) REFERENCES `subscriptions`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`gift_id`) REFERENCES `gifts`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `payments_subscription` ON `payments` (`subscription_id`,`paid_at`);--> statement-breakpoint
CREATE INDEX `payments_gift` ON `payments` (`gift_id`);--> statement-breakpoint
CREATE INDEX `payments_member` ON `payments` (`member_id`,`paid_at`);--> statement-breakpoint
CREATE INDEX `payments_paid` ON `payments` (`paid_at`);--> statement-breakpoint
CREATE TABLE `provider_events` (
	`id` text PRIMARY KEY NOT NULL,
	`type` text NOT NULL,
	`subject` text,
	`received_at` integer NOT NULL,
	`applied_at` integer,
	`outcome` text,
	`body` text
);
--> statement-breakpoint
CREATE INDEX `provider_events_subject` ON `provider_events` (`subject`,`received_at`);--> statement-breakpoint
CREATE INDEX `provider_events_open` ON `provider_events` (`received_at`) WHERE applied_at is null;--> statement-breakpoint
CREATE INDEX `provider_events_kept` ON `provider_events` (`received_at`) WHERE body is not null;--> statement-breakpoint
CREATE TABLE `refunds` (
	`id` text PRIMARY KEY NOT NULL,
	`payment_id` text NOT NULL,
	`provider_id` text,
	`amount_cents` integer NOT NULL,
	`currency` text NOT NULL,
	`reason` text,
	`is_within_window` integer,
	`is_reversal` integer DEFAULT false NOT NULL,
	`asked_at` integer NOT NULL,
	`done_at` integer,
	`last_error` text,
	FOREIGN KEY (`payment_id`) REFERENCES `payments`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `refunds_provider_id_unique` ON `refunds` (`provider_id`);--> statement-breakpoint
CREATE INDEX `refunds_payment` ON `refunds` (`payment_id`);--> statement-breakpoint
CREATE INDEX `refunds_done` ON `refunds` (`done_at`);--> statement-breakpoint
CREATE INDEX `refunds_open` ON `refunds` (`asked_at`) WHERE done_at is null;--> statement-breakpoint
CREATE TABLE `subscriptions` (
	`id` text PRIMARY KEY NOT NULL,
	`checkout_id` text NOT NULL,
	`member_id` text NOT NULL,
	`plan` text NOT NULL,
	`status` text NOT NULL,
	`payer_email` text,
	`approved_at` integer NOT NULL,
	`starts_at` integer NOT NULL,
	`next_billing_at` integer,
	`paid_until` integer,
	`last_payment_at` integer,
	`failed_at` integer,
	`failed_payments` integer DEFAULT 0 NOT NULL,
	`cancel_asked_at` integer,
	`cancelled_by` text,
	`cancel_reason` text,
	`revoked_at` integer,
	`revoke_reason` text,
	`replaces_id` text,
	`replaced_at` integer,
	`last_event` text,
	`last_event_at` integer,
	`read_at` integer NOT NULL,
	`check_at` integer,
	`difference` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`checkout_id`) REFERENCES `checkouts`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `subscriptions_member` ON `subscriptions` (`member_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `subscriptions_created` ON `subscriptions` (`created_at`);--> statement-breakpoint
CREATE INDEX `subscriptions_check` ON `subscriptions` (`check_at`) WHERE check_at is not null;--> statement-breakpoint
CREATE INDEX `subscriptions_failed` ON `subscriptions` (`failed_at`) WHERE failed_at is not null;--> statement-breakpoint
CREATE INDEX `subscriptions_different` ON `subscriptions` (`read_at`) WHERE difference is not null;--> statement-breakpoint
ALTER TABLE `daily_stats` ADD `revenue_cents` integer;--> statement-breakpoint
ALTER TABLE `daily_stats` ADD `refunded_cents` integer;--> statement-breakpoint
ALTER TABLE `daily_stats` ADD `subscriptions_begun` integer;--> statement-breakpoint
ALTER TABLE `daily_stats` ADD `subscriptions_ended` integer;--> statement-breakpoint
ALTER TABLE `daily_stats` ADD `failed_payments` integer;--> statement-breakpoint
ALTER TABLE `daily_stats` ADD `recovered_payments` integer;