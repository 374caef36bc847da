-- Breaking: rolled back, 0.2.0 doesn't see progress that this version has moved (docs/runbook.md, "progress-back").
ALTER TABLE `content` ADD `number` integer;--> statement-breakpoint
ALTER TABLE `daily_stats` ADD `database_bytes` integer;--> statement-breakpoint
-- From here on by hand: WITHOUT ROWID, triggers, and a view, which drizzle-kit cannot express.
UPDATE `content` SET `number` = counted.number
FROM (SELECT id, row_number() OVER (ORDER BY created_at, id) AS number FROM `content`) counted
WHERE `content`.`id` = counted.id;--> statement-breakpoint
CREATE UNIQUE INDEX `content_number` ON `content` (`number`);--> statement-breakpoint
CREATE TRIGGER `content_numbered` AFTER INSERT ON `content` WHEN NEW.`number` IS NULL
BEGIN
	UPDATE `content` SET `number` = (SELECT coalesce(max(`number`), 0) + 1 FROM `content`) WHERE `id` = NEW.`id`;
END;
--> statement-breakpoint
CREATE TABLE `member_progress` (
	`member_id` text NOT NULL,
	`content_number` integer NOT NULL,
	`audio_completed` integer DEFAULT false NOT NULL,
	`video_completed` integer DEFAULT false NOT NULL,
	`total_watched` integer DEFAULT false NOT NULL,
	`audio_progress` integer DEFAULT 0 NOT NULL,
	`video_progress` integer DEFAULT 0 NOT NULL,
	`audio_position` real DEFAULT 0 NOT NULL,
	`video_position` real DEFAULT 0 NOT NULL,
	`playback` integer DEFAULT 0 NOT NULL,
	`sequence` integer DEFAULT 0 NOT NULL,
	`position_at` integer,
	`epoch` integer DEFAULT 0 NOT NULL,
	`completed_day` integer,
	PRIMARY KEY(`member_id`, `content_number`),
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE no action
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `member_progress_completed` ON `member_progress` (`member_id`,`completed_day`);--> statement-breakpoint
CREATE VIEW `progress_in_words` AS
SELECT p.`member_id`, c.`id` AS `content_id`, p.`audio_completed`, p.`video_completed`, p.`total_watched`,
	p.`audio_progress`, p.`video_progress`, p.`audio_position`, p.`video_position`, p.`playback`, p.`sequence`,
	p.`position_at` * 1000 AS `position_at`, p.`epoch`, date(p.`completed_day` * 86400, 'unixepoch') AS `completed_date`
FROM `member_progress` p JOIN `content` c ON c.`number` = p.`content_number`;
--> statement-breakpoint
CREATE TABLE `completions_by_day` (
	`day` integer PRIMARY KEY NOT NULL,
	`completions` integer NOT NULL
);
--> statement-breakpoint
-- Days that a figure may still ask for.
INSERT INTO `completions_by_day` (`day`, `completions`)
SELECT unixepoch(completed_date) / 86400, count(*) FROM `progress`
WHERE completed_date >= date('now', '-30 days') GROUP BY 1;
--> statement-breakpoint
-- Starts and completions count what is in either table once. A move writes a row before it deletes the other, so it counts nothing.
CREATE TRIGGER `member_progress_started` AFTER INSERT ON `member_progress`
WHEN NOT EXISTS (
	SELECT 1 FROM `progress` o WHERE o.`member_id` = NEW.`member_id`
		AND o.`content_id` = (SELECT `id` FROM `content` WHERE `number` = NEW.`content_number`))
BEGIN
	UPDATE `content` SET `starts` = `starts` + 1, `completions` = `completions` + (NEW.`completed_day` IS NOT NULL)
	WHERE `number` = NEW.`content_number`;
	INSERT INTO `completions_by_day` (`day`, `completions`) SELECT NEW.`completed_day`, 1 WHERE NEW.`completed_day` IS NOT NULL
	ON CONFLICT (`day`) DO UPDATE SET `completions` = `completions` + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `member_progress_completed_or_undone` AFTER UPDATE OF `completed_day` ON `member_progress`
WHEN (NEW.`completed_day` IS NULL) <> (OLD.`completed_day` IS NULL) AND NOT EXISTS (
	SELECT 1 FROM `progress` o WHERE o.`member_id` = NEW.`member_id` AND o.`completed_date` IS NOT NULL
		AND o.`content_id` = (SELECT `id` FROM `content` WHERE `number` = NEW.`content_number`))
BEGIN
	UPDATE `content` SET `completions` = `completions` + iif(NEW.`completed_day` IS NULL, -1, 1) WHERE `number` = NEW.`content_number`;
	INSERT INTO `completions_by_day` (`day`, `completions`) SELECT NEW.`completed_day`, 1 WHERE NEW.`completed_day` IS NOT NULL
	ON CONFLICT (`day`) DO UPDATE SET `completions` = `completions` + 1;
	UPDATE `completions_by_day` SET `completions` = `completions` - 1 WHERE `day` = OLD.`completed_day`;
END;
--> statement-breakpoint
DROP TRIGGER `progress_started`;--> statement-breakpoint
CREATE TRIGGER `progress_started` AFTER INSERT ON `progress`
WHEN NOT EXISTS (
	SELECT 1 FROM `member_progress` p WHERE p.`member_id` = NEW.`member_id`
		AND p.`content_number` = (SELECT `number` FROM `content` WHERE `id` = NEW.`content_id`))
BEGIN
	UPDATE `content` SET `starts` = `starts` + 1, `completions` = `completions` + (NEW.`completed_date` IS NOT NULL) WHERE `id` = NEW.`content_id`;
	INSERT INTO `completions_by_day` (`day`, `completions`) SELECT unixepoch(NEW.`completed_date`) / 86400, 1 WHERE NEW.`completed_date` IS NOT NULL
	ON CONFLICT (`day`) DO UPDATE SET `completions` = `completions` + 1;
END;
--> statement-breakpoint
DROP TRIGGER `progress_completed_or_undone`;--> statement-breakpoint
CREATE TRIGGER `progress_completed_or_undone` AFTER UPDATE OF `completed_date` ON `progress`
WHEN (NEW.`completed_date` IS NULL) <> (OLD.`completed_date` IS NULL) AND NOT EXISTS (
	SELECT 1 FROM `member_progress` p WHERE p.`member_id` = NEW.`member_id` AND p.`completed_day` IS NOT NULL
		AND p.`content_number` = (SELECT `number` FROM `content` WHERE `id` = NEW.`content_id`))
BEGIN
	UPDATE `content` SET `completions` = `completions` + iif(NEW.`completed_date` IS NULL, -1, 1) WHERE `id` = NEW.`content_id`;
	INSERT INTO `completions_by_day` (`day`, `completions`) SELECT unixepoch(NEW.`completed_date`) / 86400, 1 WHERE NEW.`completed_date` IS NOT NULL
	ON CONFLICT (`day`) DO UPDATE SET `completions` = `completions` + 1;
	UPDATE `completions_by_day` SET `completions` = `completions` - 1 WHERE `day` = unixepoch(OLD.`completed_date`) / 86400;
END;
