CREATE TABLE `disputes` (
	`id` text NOT NULL,
	`payment_id` text NOT NULL,
	`opened_at` integer NOT NULL,
	`closed_at` integer,
	`result` text,
	PRIMARY KEY(`id`, `payment_id`),
	FOREIGN KEY (`payment_id`) REFERENCES `payments`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `disputes_payment` ON `disputes` (`payment_id`,`opened_at`);--> statement-breakpoint
CREATE INDEX `disputes_open` ON `disputes` (`opened_at`) WHERE closed_at is null;--> statement-breakpoint
ALTER TABLE `imports` ADD `uploaded_by` text;--> statement-breakpoint
ALTER TABLE `refunds` ADD `asked_by` text;--> statement-breakpoint
ALTER TABLE `payments` ADD `fee_asked_at` integer;--> statement-breakpoint
CREATE INDEX `payments_without_fee` ON `payments` (`fee_asked_at`,-paid_at) WHERE fee_cents is null;