ALTER TABLE `content` ADD `transcript` text;--> statement-breakpoint
ALTER TABLE `members` ADD `playback_speed` real DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `members` ADD `items_completed` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `members` ADD `last_completed_date` text;--> statement-breakpoint
ALTER TABLE `members` ADD `current_streak` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `progress` ADD `audio_position` real DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `progress` ADD `video_position` real DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `progress` ADD `playback` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `progress` ADD `sequence` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `progress` ADD `position_at` integer;--> statement-breakpoint
ALTER TABLE `progress` ADD `epoch` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `progress` ADD `completed_by` text;--> statement-breakpoint
UPDATE `members` SET
	`items_completed` = (SELECT count(*) FROM `progress` WHERE `member_id` = `members`.`id` AND `completed_date` IS NOT NULL),
	`last_completed_date` = (SELECT max(`completed_date`) FROM `progress` WHERE `member_id` = `members`.`id`)
WHERE `id` IN (SELECT `member_id` FROM `progress` WHERE `completed_date` IS NOT NULL);--> statement-breakpoint
-- The days completed since the last day with a live item on which nothing was.
UPDATE `members` SET `current_streak` = (
	SELECT count(DISTINCT `completed_date`) FROM `progress` WHERE `member_id` = `members`.`id` AND `completed_date` > coalesce((
		SELECT max(`date`) FROM `content`
		WHERE `status` <> 'draft' AND `hidden` = 0 AND `date` >= '2025-08-12' AND `date` < `members`.`last_completed_date`
			AND NOT EXISTS (SELECT 1 FROM `progress` WHERE `member_id` = `members`.`id` AND `completed_date` = `content`.`date`)
	), ''))
WHERE `last_completed_date` IS NOT NULL;
