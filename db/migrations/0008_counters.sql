CREATE TABLE `totals` (
	`id` integer PRIMARY KEY NOT NULL,
	`members` integer DEFAULT 0 NOT NULL,
	`members_with_access` integer DEFAULT 0 NOT NULL,
	`published_items` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE `wake_up_counts` (
	`local_date` text NOT NULL,
	`slot_at` integer NOT NULL,
	`due` integer DEFAULT 0 NOT NULL,
	`sent` integer DEFAULT 0 NOT NULL,
	`on_time` integer DEFAULT 0 NOT NULL,
	`failed` integer DEFAULT 0 NOT NULL,
	`missed` integer DEFAULT 0 NOT NULL,
	`unknown` integer DEFAULT 0 NOT NULL,
	`open` integer DEFAULT 0 NOT NULL,
	`troubled_batches` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`local_date`, `slot_at`)
);
--> statement-breakpoint
DROP INDEX `members_by_type`;--> statement-breakpoint
DROP INDEX `members_type_created`;--> statement-breakpoint
DROP INDEX `members_status_created`;--> statement-breakpoint
CREATE INDEX `members_trials` ON `members` (`subscription_type`,`subscription_ends_at`) WHERE subscription_type = 'trial' and deleted_at is null;--> statement-breakpoint
CREATE INDEX `content_audio` ON `content` (`audio_key`) WHERE audio_key is not null;--> statement-breakpoint
CREATE INDEX `content_video` ON `content` (`video_key`) WHERE video_key is not null;--> statement-breakpoint
CREATE INDEX `content_captions` ON `content` (`captions_key`) WHERE captions_key is not null;--> statement-breakpoint
CREATE INDEX `content_artwork` ON `content` (`artwork_key`) WHERE artwork_key is not null;--> statement-breakpoint
CREATE INDEX `content_revisions_audio` ON `content_revisions` ((fields ->> 'audioKey'));--> statement-breakpoint
CREATE INDEX `content_revisions_video` ON `content_revisions` ((fields ->> 'videoKey'));--> statement-breakpoint
CREATE INDEX `content_revisions_captions` ON `content_revisions` ((fields ->> 'captionsKey'));--> statement-breakpoint
CREATE INDEX `content_revisions_artwork` ON `content_revisions` ((fields ->> 'artworkKey'));--> statement-breakpoint
CREATE INDEX `media_unreferenced` ON `media` (`unreferenced_since`) WHERE unreferenced_since is not null;--> statement-breakpoint
CREATE INDEX `wake_up_batches_troubled` ON `wake_up_batches` (`local_date`,`slot_at`,`id`) WHERE failed_count + missed_count + unknown_count > 0 or sent_again_as is not null or (state = 'open' and last_error is not null);--> statement-breakpoint
-- From here on by hand, since drizzle-kit knows no triggers (db/schema/statistics.ts, `totals`; db/schema/wake-up.ts, `wakeUpCounts`).
INSERT INTO `totals` (`id`, `members`, `members_with_access`, `published_items`)
SELECT 1, (SELECT count(*) FROM `members` WHERE `deleted_at` IS NULL),
	(SELECT count(*) FROM `members` WHERE `deleted_at` IS NULL AND `highest_plan` IS NOT NULL),
	(SELECT count(*) FROM `content` WHERE `deleted_at` IS NULL AND `status` = 'published');
--> statement-breakpoint
CREATE TRIGGER `members_total_inserted` AFTER INSERT ON `members` WHEN NEW.`deleted_at` IS NULL
BEGIN
	UPDATE `totals` SET `members` = `members` + 1, `members_with_access` = `members_with_access` + (NEW.`highest_plan` IS NOT NULL);
END;
--> statement-breakpoint
CREATE TRIGGER `members_total_updated` AFTER UPDATE OF `deleted_at`, `highest_plan` ON `members`
WHEN (NEW.`deleted_at` IS NULL) <> (OLD.`deleted_at` IS NULL) OR (NEW.`highest_plan` IS NULL) <> (OLD.`highest_plan` IS NULL)
BEGIN
	UPDATE `totals` SET `members` = `members` + (NEW.`deleted_at` IS NULL) - (OLD.`deleted_at` IS NULL),
		`members_with_access` = `members_with_access` + (NEW.`deleted_at` IS NULL AND NEW.`highest_plan` IS NOT NULL)
			- (OLD.`deleted_at` IS NULL AND OLD.`highest_plan` IS NOT NULL);
END;
--> statement-breakpoint
CREATE TRIGGER `members_total_deleted` AFTER DELETE ON `members` WHEN OLD.`deleted_at` IS NULL
BEGIN
	UPDATE `totals` SET `members` = `members` - 1, `members_with_access` = `members_with_access` - (OLD.`highest_plan` IS NOT NULL);
END;
--> statement-breakpoint
CREATE TRIGGER `content_total_inserted` AFTER INSERT ON `content` WHEN NEW.`deleted_at` IS NULL AND NEW.`status` = 'published'
BEGIN
	UPDATE `totals` SET `published_items` = `published_items` + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `content_total_updated` AFTER UPDATE OF `deleted_at`, `status` ON `content`
WHEN (NEW.`deleted_at` IS NULL AND NEW.`status` = 'published') <> (OLD.`deleted_at` IS NULL AND OLD.`status` = 'published')
BEGIN
	UPDATE `totals` SET `published_items` = `published_items` + iif(NEW.`deleted_at` IS NULL AND NEW.`status` = 'published', 1, -1);
END;
--> statement-breakpoint
CREATE TRIGGER `content_total_deleted` AFTER DELETE ON `content` WHEN OLD.`deleted_at` IS NULL AND OLD.`status` = 'published'
BEGIN
	UPDATE `totals` SET `published_items` = `published_items` - 1;
END;
--> statement-breakpoint
INSERT INTO `wake_up_counts` (`local_date`, `slot_at`, `due`, `sent`, `on_time`, `failed`, `missed`, `unknown`, `open`, `troubled_batches`)
SELECT `local_date`, `slot_at`, sum(`due_count`), sum(`sent_count`), sum(iif(`settled_at` <= `slot_at` + 600000, `sent_count`, 0)),
	sum(`failed_count`), sum(`missed_count`), sum(`unknown_count`), sum(iif(`state` = 'open' AND json_valid(`member_ids`), json_array_length(`member_ids`), 0)),
	sum(`state` <> 'open' AND `sent_again_as` IS NULL AND `failed_count` + `missed_count` + `unknown_count` > 0)
FROM `wake_up_batches` GROUP BY `local_date`, `slot_at`;
--> statement-breakpoint
CREATE TRIGGER `wake_up_counts_inserted` AFTER INSERT ON `wake_up_batches`
BEGIN
	INSERT INTO `wake_up_counts` (`local_date`, `slot_at`, `due`, `sent`, `on_time`, `failed`, `missed`, `unknown`, `open`, `troubled_batches`)
	VALUES (NEW.`local_date`, NEW.`slot_at`, NEW.`due_count`, NEW.`sent_count`,
		iif(NEW.`settled_at` <= NEW.`slot_at` + 600000, NEW.`sent_count`, 0),
		NEW.`failed_count`, NEW.`missed_count`, NEW.`unknown_count`, iif(NEW.`state` = 'open' AND json_valid(NEW.`member_ids`), json_array_length(NEW.`member_ids`), 0),
		NEW.`state` <> 'open' AND NEW.`sent_again_as` IS NULL AND NEW.`failed_count` + NEW.`missed_count` + NEW.`unknown_count` > 0)
	ON CONFLICT (`local_date`, `slot_at`) DO UPDATE SET `due` = `due` + excluded.`due`, `sent` = `sent` + excluded.`sent`,
		`on_time` = `on_time` + excluded.`on_time`, `failed` = `failed` + excluded.`failed`, `missed` = `missed` + excluded.`missed`,
		`unknown` = `unknown` + excluded.`unknown`, `open` = `open` + excluded.`open`,
		`troubled_batches` = `troubled_batches` + excluded.`troubled_batches`;
END;
--> statement-breakpoint
CREATE TRIGGER `wake_up_counts_updated`
AFTER UPDATE OF `state`, `settled_at`, `due_count`, `sent_count`, `failed_count`, `missed_count`, `unknown_count`, `sent_again_as`
ON `wake_up_batches`
BEGIN
	UPDATE `wake_up_counts` SET `due` = `due` + NEW.`due_count` - OLD.`due_count`, `sent` = `sent` + NEW.`sent_count` - OLD.`sent_count`,
		`on_time` = `on_time` + iif(NEW.`settled_at` <= NEW.`slot_at` + 600000, NEW.`sent_count`, 0)
			- iif(OLD.`settled_at` <= OLD.`slot_at` + 600000, OLD.`sent_count`, 0),
		`failed` = `failed` + NEW.`failed_count` - OLD.`failed_count`, `missed` = `missed` + NEW.`missed_count` - OLD.`missed_count`,
		`unknown` = `unknown` + NEW.`unknown_count` - OLD.`unknown_count`,
		`open` = `open` + iif(NEW.`state` = 'open' AND json_valid(NEW.`member_ids`), json_array_length(NEW.`member_ids`), 0)
			- iif(OLD.`state` = 'open' AND json_valid(OLD.`member_ids`), json_array_length(OLD.`member_ids`), 0),
		`troubled_batches` = `troubled_batches`
			+ (NEW.`state` <> 'open' AND NEW.`sent_again_as` IS NULL AND NEW.`failed_count` + NEW.`missed_count` + NEW.`unknown_count` > 0)
			- (OLD.`state` <> 'open' AND OLD.`sent_again_as` IS NULL AND OLD.`failed_count` + OLD.`missed_count` + OLD.`unknown_count` > 0)
	WHERE `local_date` = NEW.`local_date` AND `slot_at` = NEW.`slot_at`;
END;
--> statement-breakpoint
CREATE TRIGGER `wake_up_counts_deleted` AFTER DELETE ON `wake_up_batches`
BEGIN
	UPDATE `wake_up_counts` SET `due` = `due` - OLD.`due_count`, `sent` = `sent` - OLD.`sent_count`,
		`on_time` = `on_time` - iif(OLD.`settled_at` <= OLD.`slot_at` + 600000, OLD.`sent_count`, 0),
		`failed` = `failed` - OLD.`failed_count`, `missed` = `missed` - OLD.`missed_count`, `unknown` = `unknown` - OLD.`unknown_count`,
		`open` = `open` - iif(OLD.`state` = 'open' AND json_valid(OLD.`member_ids`), json_array_length(OLD.`member_ids`), 0),
		`troubled_batches` = `troubled_batches`
			- (OLD.`state` <> 'open' AND OLD.`sent_again_as` IS NULL AND OLD.`failed_count` + OLD.`missed_count` + OLD.`unknown_count` > 0)
	WHERE `local_date` = OLD.`local_date` AND `slot_at` = OLD.`slot_at`;
END;
