ALTER TABLE `checkouts` ADD `wake_up_hour` integer;--> statement-breakpoint
ALTER TABLE `checkouts` ADD `timezone` text;