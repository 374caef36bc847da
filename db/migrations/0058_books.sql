CREATE TABLE `disputes` (
	`id` text PRIMARY KEY NOT NULL,
	`payment_id` text NOT NULL,
	`opened_at` integer NOT NULL,
	`closed_at` integer,
	`result` text,
	FOREIGN KEY (`payment_id`) REFERENCES `payments`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `disputes_payment` ON `disputes` (`payment_id`,`opened_at`);--> statement-breakpoint
CREATE INDEX `disputes_open` ON `disputes` (`opened_at`) WHERE closed_at is null;--> statement-breakpoint
ALTER TABLE `imports` ADD `uploaded_by` text;--> statement-breakpoint
ALTER TABLE `refunds` ADD `asked_by` text;--> statement-breakpoint
CREATE INDEX `payments_without_fee` ON `payments` (`paid_at`) WHERE fee_cents is null;