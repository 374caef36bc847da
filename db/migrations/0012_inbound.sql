CREATE TABLE `inbound_mails` (
	`id` text PRIMARY KEY NOT NULL,
	`member_id` text,
	`from_address` text NOT NULL,
	`from_name` text NOT NULL,
	`subject` text NOT NULL,
	`preview` text NOT NULL,
	`raw_key` text,
	`size_bytes` integer NOT NULL,
	`asks_refund` integer NOT NULL,
	`answered_at` integer,
	`acknowledgement` text,
	`forwarded_at` integer,
	`received_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `inbound_mails_member` ON `inbound_mails` (`member_id`,`received_at`);--> statement-breakpoint
CREATE INDEX `inbound_mails_strangers` ON `inbound_mails` (`received_at`,`id`) WHERE member_id is null;--> statement-breakpoint
CREATE INDEX `inbound_mails_refunds` ON `inbound_mails` (`received_at`,`id`) WHERE asks_refund = 1 and answered_at is null;--> statement-breakpoint
CREATE INDEX `inbound_mails_received` ON `inbound_mails` (`received_at`);