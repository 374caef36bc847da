ALTER TABLE `wake_up_batches` ADD `number` integer;--> statement-breakpoint
ALTER TABLE `wake_up_batches` ADD `recipients` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `dispatcher` ADD `counted_month` text;--> statement-breakpoint
ALTER TABLE `dispatcher` ADD `counted_up_to` text;--> statement-breakpoint
DROP INDEX `wake_up_batches_sent`;--> statement-breakpoint
CREATE UNIQUE INDEX `wake_up_batches_number` ON `wake_up_batches` (`number`);--> statement-breakpoint
CREATE INDEX `wake_up_batches_to_empty` ON `wake_up_batches` (`settled_at`) WHERE settled_at is not null and member_ids <> '[]';--> statement-breakpoint
-- By hand: WITHOUT ROWID, which drizzle-kit cannot express, so that a claim and an outcome write one row each.
CREATE TABLE `deliveries` (
	`day` integer NOT NULL,
	`member_id` text NOT NULL,
	`batch` integer NOT NULL,
	`key_version` integer NOT NULL,
	`state` integer NOT NULL,
	`claimed_at` integer NOT NULL,
	`sent_at` integer,
	`reason` text,
	PRIMARY KEY(`day`, `member_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `delivery_months` (
	`month` text NOT NULL,
	`member_id` text NOT NULL,
	`sent` integer NOT NULL,
	`not_sent` integer NOT NULL,
	PRIMARY KEY(`month`, `member_id`)
) WITHOUT ROWID;
--> statement-breakpoint
-- From here on by hand. Every batch has a number, whichever statement wrote it.
UPDATE `wake_up_batches` SET `number` = `rowid`;--> statement-breakpoint
CREATE TRIGGER `wake_up_batches_numbered` AFTER INSERT ON `wake_up_batches` WHEN NEW.`number` IS NULL
BEGIN
	UPDATE `wake_up_batches` SET `number` = (SELECT coalesce(max(`number`), 0) + 1 FROM `wake_up_batches`) WHERE `id` = NEW.`id`;
END;
--> statement-breakpoint
-- Counts are kept when their batches go.
DROP TRIGGER `wake_up_counts_deleted`;--> statement-breakpoint
-- Of whom a call may have been made: it is repeated with the same bytes.
UPDATE `wake_up_batches` SET `recipients` = (
	SELECT coalesce(json_group_array(json_object('memberId', d.`member_id`, 'address', d.`address`, 'firstName', d.`first_name`)), '[]')
	FROM json_each(`wake_up_batches`.`member_ids`) j
	CROSS JOIN `wake_up_deliveries` d ON d.`local_date` = `wake_up_batches`.`local_date` AND d.`member_id` = j.`value`
	WHERE d.`batch_id` = `wake_up_batches`.`id` AND d.`state` IN ('claimed', 'unknown'))
WHERE (`state` = 'open' OR `unknown_count` > 0) AND json_valid(`member_ids`);
--> statement-breakpoint
INSERT INTO `deliveries` (`day`, `member_id`, `batch`, `key_version`, `state`, `claimed_at`, `sent_at`, `reason`)
SELECT unixepoch(d.`local_date`) / 86400, d.`member_id`, coalesce(b.`number`, 0), d.`key_version`,
	CASE d.`state` WHEN 'claimed' THEN 0 WHEN 'sent' THEN 1 WHEN 'failed' THEN 2 WHEN 'missed' THEN 3 ELSE 4 END,
	d.`claimed_at` / 1000, d.`sent_at` / 1000, d.`reason`
FROM `wake_up_deliveries` d LEFT JOIN `wake_up_batches` b ON b.`id` = d.`batch_id`;
--> statement-breakpoint
-- A Worker of before that still runs must not claim behind the new table's back: under its name there is a view, into which
-- nothing can be written. It shows the new table in words.
ALTER TABLE `wake_up_deliveries` RENAME TO `old_deliveries`;--> statement-breakpoint
CREATE VIEW `wake_up_deliveries` AS
SELECT `day`, date(`day` * 86400, 'unixepoch') AS `local_date`, `member_id`, `batch`, `key_version`,
	CASE `state` WHEN 0 THEN 'claimed' WHEN 1 THEN 'sent' WHEN 2 THEN 'failed' WHEN 3 THEN 'missed' WHEN 4 THEN 'unknown' END AS `state`,
	`claimed_at` * 1000 AS `claimed_at`, `sent_at` * 1000 AS `sent_at`, `reason`
FROM `deliveries`;
