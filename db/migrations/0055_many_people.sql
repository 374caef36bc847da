-- By hand: WITHOUT ROWID.
CREATE TABLE `member_job_people` (
	`job_id` text NOT NULL,
	`member_id` text NOT NULL,
	`done_at` integer,
	PRIMARY KEY(`job_id`, `member_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `member_job_people_member` ON `member_job_people` (`member_id`);
--> statement-breakpoint
CREATE TABLE `member_jobs` (
	`id` text PRIMARY KEY NOT NULL,
	`action` text NOT NULL,
	`segment` text NOT NULL,
	`state` text NOT NULL,
	`cursor` text DEFAULT '' NOT NULL,
	`chosen` integer DEFAULT 0 NOT NULL,
	`subscribers` integer DEFAULT 0 NOT NULL,
	`leaves_out_subscribers` integer DEFAULT false NOT NULL,
	`done` integer DEFAULT 0 NOT NULL,
	`actor` text,
	`author` text,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `member_jobs_running` ON `member_jobs` (`created_at`) WHERE state = 'running';
--> statement-breakpoint
CREATE INDEX `member_jobs_created` ON `member_jobs` (`created_at`);
--> statement-breakpoint
ALTER TABLE `totals` ADD `type_monthly` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `totals` ADD `type_quarterly` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `totals` ADD `type_annual` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `totals` ADD `type_gift` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `totals` ADD `type_trial` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `totals` ADD `row_active` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `totals` ADD `row_trial` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `totals` ADD `row_invited` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `totals` ADD `row_ended` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `totals` ADD `row_none` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `totals` ADD `suppressed` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `members_suppressed` ON `members` (`suppressed_at`) WHERE suppressed_at is not null and deleted_at is null;--> statement-breakpoint
-- From here on by hand, since drizzle-kit knows no triggers (db/schema/statistics.ts, `totals`).
UPDATE `totals` SET `type_monthly` = m.`type_monthly`, `type_quarterly` = m.`type_quarterly`, `type_annual` = m.`type_annual`, `type_gift` = m.`type_gift`, `type_trial` = m.`type_trial`, `row_active` = m.`row_active`, `row_trial` = m.`row_trial`, `row_invited` = m.`row_invited`, `row_ended` = m.`row_ended`, `row_none` = m.`row_none`, `suppressed` = m.`suppressed`
FROM (SELECT count(*) FILTER (WHERE (`highest_plan` IS NOT NULL OR `access_ends_at` IS NOT NULL) AND `subscription_type` = 'monthly') AS `type_monthly`,
	count(*) FILTER (WHERE (`highest_plan` IS NOT NULL OR `access_ends_at` IS NOT NULL) AND `subscription_type` = 'quarterly') AS `type_quarterly`,
	count(*) FILTER (WHERE (`highest_plan` IS NOT NULL OR `access_ends_at` IS NOT NULL) AND `subscription_type` = 'annual') AS `type_annual`,
	count(*) FILTER (WHERE (`highest_plan` IS NOT NULL OR `access_ends_at` IS NOT NULL) AND `subscription_type` = 'gift') AS `type_gift`,
	count(*) FILTER (WHERE (`highest_plan` IS NOT NULL OR `access_ends_at` IS NOT NULL) AND `subscription_type` = 'trial') AS `type_trial`,
	count(*) FILTER (WHERE CASE WHEN `highest_plan` IS NULL AND `access_ends_at` IS NULL THEN 'none' WHEN `highest_plan` IS NULL THEN 'ended' WHEN `is_unaccepted` THEN 'invited' WHEN `subscription_type` = 'trial' THEN 'trial' ELSE 'active' END = 'active') AS `row_active`,
	count(*) FILTER (WHERE CASE WHEN `highest_plan` IS NULL AND `access_ends_at` IS NULL THEN 'none' WHEN `highest_plan` IS NULL THEN 'ended' WHEN `is_unaccepted` THEN 'invited' WHEN `subscription_type` = 'trial' THEN 'trial' ELSE 'active' END = 'trial') AS `row_trial`,
	count(*) FILTER (WHERE CASE WHEN `highest_plan` IS NULL AND `access_ends_at` IS NULL THEN 'none' WHEN `highest_plan` IS NULL THEN 'ended' WHEN `is_unaccepted` THEN 'invited' WHEN `subscription_type` = 'trial' THEN 'trial' ELSE 'active' END = 'invited') AS `row_invited`,
	count(*) FILTER (WHERE CASE WHEN `highest_plan` IS NULL AND `access_ends_at` IS NULL THEN 'none' WHEN `highest_plan` IS NULL THEN 'ended' WHEN `is_unaccepted` THEN 'invited' WHEN `subscription_type` = 'trial' THEN 'trial' ELSE 'active' END = 'ended') AS `row_ended`,
	count(*) FILTER (WHERE CASE WHEN `highest_plan` IS NULL AND `access_ends_at` IS NULL THEN 'none' WHEN `highest_plan` IS NULL THEN 'ended' WHEN `is_unaccepted` THEN 'invited' WHEN `subscription_type` = 'trial' THEN 'trial' ELSE 'active' END = 'none') AS `row_none`,
	count(*) FILTER (WHERE `suppressed_at` IS NOT NULL) AS `suppressed`
	FROM `members` WHERE `deleted_at` IS NULL) m;
--> statement-breakpoint
DROP TRIGGER `members_total_inserted`;
--> statement-breakpoint
DROP TRIGGER `members_total_updated`;
--> statement-breakpoint
DROP TRIGGER `members_total_deleted`;
--> statement-breakpoint
CREATE TRIGGER `members_total_inserted` AFTER INSERT ON `members` WHEN NEW.`deleted_at` IS NULL
BEGIN
	UPDATE `totals` SET `members` = `members` + 1,
		`members_with_access` = `members_with_access` + (NEW.`highest_plan` IS NOT NULL AND NOT NEW.`is_unaccepted`),
		`monthly` = `monthly` + (NEW.`highest_plan` IS NOT NULL AND NOT NEW.`is_unaccepted` AND NEW.`subscription_type` = 'monthly'),
		`quarterly` = `quarterly` + (NEW.`highest_plan` IS NOT NULL AND NOT NEW.`is_unaccepted` AND NEW.`subscription_type` = 'quarterly'),
		`annual` = `annual` + (NEW.`highest_plan` IS NOT NULL AND NOT NEW.`is_unaccepted` AND NEW.`subscription_type` = 'annual'),
		`gift` = `gift` + (NEW.`highest_plan` IS NOT NULL AND NOT NEW.`is_unaccepted` AND NEW.`subscription_type` = 'gift'),
		`trial` = `trial` + (NEW.`highest_plan` IS NOT NULL AND NOT NEW.`is_unaccepted` AND NEW.`subscription_type` = 'trial'),
		`type_monthly` = `type_monthly` + ((NEW.`highest_plan` IS NOT NULL OR NEW.`access_ends_at` IS NOT NULL) AND NEW.`subscription_type` = 'monthly'),
		`type_quarterly` = `type_quarterly` + ((NEW.`highest_plan` IS NOT NULL OR NEW.`access_ends_at` IS NOT NULL) AND NEW.`subscription_type` = 'quarterly'),
		`type_annual` = `type_annual` + ((NEW.`highest_plan` IS NOT NULL OR NEW.`access_ends_at` IS NOT NULL) AND NEW.`subscription_type` = 'annual'),
		`type_gift` = `type_gift` + ((NEW.`highest_plan` IS NOT NULL OR NEW.`access_ends_at` IS NOT NULL) AND NEW.`subscription_type` = 'gift'),
		`type_trial` = `type_trial` + ((NEW.`highest_plan` IS NOT NULL OR NEW.`access_ends_at` IS NOT NULL) AND NEW.`subscription_type` = 'trial'),
		`row_active` = `row_active` + (CASE WHEN NEW.`highest_plan` IS NULL AND NEW.`access_ends_at` IS NULL THEN 'none' WHEN NEW.`highest_plan` IS NULL THEN 'ended' WHEN NEW.`is_unaccepted` THEN 'invited' WHEN NEW.`subscription_type` = 'trial' THEN 'trial' ELSE 'active' END = 'active'),
		`row_trial` = `row_trial` + (CASE WHEN NEW.`highest_plan` IS NULL AND NEW.`access_ends_at` IS NULL THEN 'none' WHEN NEW.`highest_plan` IS NULL THEN 'ended' WHEN NEW.`is_unaccepted` THEN 'invited' WHEN NEW.`subscription_type` = 'trial' THEN 'trial' ELSE 'active' END = 'trial'),
		`row_invited` = `row_invited` + (CASE WHEN NEW.`highest_plan` IS NULL AND NEW.`access_ends_at` IS NULL THEN 'none' WHEN NEW.`highest_plan` IS NULL THEN 'ended' WHEN NEW.`is_unaccepted` THEN 'invited' WHEN NEW.`subscription_type` = 'trial' THEN 'trial' ELSE 'active' END = 'invited'),
		`row_ended` = `row_ended` + (CASE WHEN NEW.`highest_plan` IS NULL AND NEW.`access_ends_at` IS NULL THEN 'none' WHEN NEW.`highest_plan` IS NULL THEN 'ended' WHEN NEW.`is_unaccepted` THEN 'invited' WHEN NEW.`subscription_type` = 'trial' THEN 'trial' ELSE 'active' END = 'ended'),
		`row_none` = `row_none` + (CASE WHEN NEW.`highest_plan` IS NULL AND NEW.`access_ends_at` IS NULL THEN 'none' WHEN NEW.`highest_plan` IS NULL THEN 'ended' WHEN NEW.`is_unaccepted` THEN 'invited' WHEN NEW.`subscription_type` = 'trial' THEN 'trial' ELSE 'active' END = 'none'),
		`suppressed` = `suppressed` + (NEW.`suppressed_at` IS NOT NULL);
END;
--> statement-breakpoint
CREATE TRIGGER `members_total_updated` AFTER UPDATE OF `deleted_at`, `highest_plan`, `subscription_type`, `is_unaccepted`, `access_ends_at`, `suppressed_at` ON `members`
WHEN (NEW.`deleted_at` IS NULL) <> (OLD.`deleted_at` IS NULL) OR (NEW.`highest_plan` IS NULL) <> (OLD.`highest_plan` IS NULL) OR (NEW.`access_ends_at` IS NULL) <> (OLD.`access_ends_at` IS NULL) OR (NEW.`suppressed_at` IS NULL) <> (OLD.`suppressed_at` IS NULL)
	OR NEW.`subscription_type` <> OLD.`subscription_type` OR NEW.`is_unaccepted` <> OLD.`is_unaccepted`
BEGIN
	UPDATE `totals` SET `members` = `members` + (NEW.`deleted_at` IS NULL) - (OLD.`deleted_at` IS NULL),
		`members_with_access` = `members_with_access` + (NEW.`deleted_at` IS NULL AND NEW.`highest_plan` IS NOT NULL AND NOT NEW.`is_unaccepted`) - (OLD.`deleted_at` IS NULL AND OLD.`highest_plan` IS NOT NULL AND NOT OLD.`is_unaccepted`),
		`monthly` = `monthly` + (NEW.`deleted_at` IS NULL AND NEW.`highest_plan` IS NOT NULL AND NOT NEW.`is_unaccepted` AND NEW.`subscription_type` = 'monthly') - (OLD.`deleted_at` IS NULL AND OLD.`highest_plan` IS NOT NULL AND NOT OLD.`is_unaccepted` AND OLD.`subscription_type` = 'monthly'),
		`quarterly` = `quarterly` + (NEW.`deleted_at` IS NULL AND NEW.`highest_plan` IS NOT NULL AND NOT NEW.`is_unaccepted` AND NEW.`subscription_type` = 'quarterly') - (OLD.`deleted_at` IS NULL AND OLD.`highest_plan` IS NOT NULL AND NOT OLD.`is_unaccepted` AND OLD.`subscription_type` = 'quarterly'),
		`annual` = `annual` + (NEW.`deleted_at` IS NULL AND NEW.`highest_plan` IS NOT NULL AND NOT NEW.`is_unaccepted` AND NEW.`subscription_type` = 'annual') - (OLD.`deleted_at` IS NULL AND OLD.`highest_plan` IS NOT NULL AND NOT OLD.`is_unaccepted` AND OLD.`subscription_type` = 'annual'),
		`gift` = `gift` + (NEW.`deleted_at` IS NULL AND NEW.`highest_plan` IS NOT NULL AND NOT NEW.`is_unaccepted` AND NEW.`subscription_type` = 'gift') - (OLD.`deleted_at` IS NULL AND OLD.`highest_plan` IS NOT NULL AND NOT OLD.`is_unaccepted` AND OLD.`subscription_type` = 'gift'),
		`trial` = `trial` + (NEW.`deleted_at` IS NULL AND NEW.`highest_plan` IS NOT NULL AND NOT NEW.`is_unaccepted` AND NEW.`subscription_type` = 'trial') - (OLD.`deleted_at` IS NULL AND OLD.`highest_plan` IS NOT NULL AND NOT OLD.`is_unaccepted` AND OLD.`subscription_type` = 'trial'),
		`type_monthly` = `type_monthly` + (NEW.`deleted_at` IS NULL AND (NEW.`highest_plan` IS NOT NULL OR NEW.`access_ends_at` IS NOT NULL) AND NEW.`subscription_type` = 'monthly') - (OLD.`deleted_at` IS NULL AND (OLD.`highest_plan` IS NOT NULL OR OLD.`access_ends_at` IS NOT NULL) AND OLD.`subscription_type` = 'monthly'),
		`type_quarterly` = `type_quarterly` + (NEW.`deleted_at` IS NULL AND (NEW.`highest_plan` IS NOT NULL OR NEW.`access_ends_at` IS NOT NULL) AND NEW.`subscription_type` = 'quarterly') - (OLD.`deleted_at` IS NULL AND (OLD.`highest_plan` IS NOT NULL OR OLD.`access_ends_at` IS NOT NULL) AND OLD.`subscription_type` = 'quarterly'),
		`type_annual` = `type_annual` + (NEW.`deleted_at` IS NULL AND (NEW.`highest_plan` IS NOT NULL OR NEW.`access_ends_at` IS NOT NULL) AND NEW.`subscription_type` = 'annual') - (OLD.`deleted_at` IS NULL AND (OLD.`highest_plan` IS NOT NULL OR OLD.`access_ends_at` IS NOT NULL) AND OLD.`subscription_type` = 'annual'),
		`type_gift` = `type_gift` + (NEW.`deleted_at` IS NULL AND (NEW.`highest_plan` IS NOT NULL OR NEW.`access_ends_at` IS NOT NULL) AND NEW.`subscription_type` = 'gift') - (OLD.`deleted_at` IS NULL AND (OLD.`highest_plan` IS NOT NULL OR OLD.`access_ends_at` IS NOT NULL) AND OLD.`subscription_type` = 'gift'),
		`type_trial` = `type_trial` + (NEW.`deleted_at` IS NULL AND (NEW.`highest_plan` IS NOT NULL OR NEW.`access_ends_at` IS NOT NULL) AND NEW.`subscription_type` = 'trial') - (OLD.`deleted_at` IS NULL AND (OLD.`highest_plan` IS NOT NULL OR OLD.`access_ends_at` IS NOT NULL) AND OLD.`subscription_type` = 'trial'),
		`row_active` = `row_active` + (NEW.`deleted_at` IS NULL AND CASE WHEN NEW.`highest_plan` IS NULL AND NEW.`access_ends_at` IS NULL THEN 'none' WHEN NEW.`highest_plan` IS NULL THEN 'ended' WHEN NEW.`is_unaccepted` THEN 'invited' WHEN NEW.`subscription_type` = 'trial' THEN 'trial' ELSE 'active' END = 'active') - (OLD.`deleted_at` IS NULL AND CASE WHEN OLD.`highest_plan` IS NULL AND OLD.`access_ends_at` IS NULL THEN 'none' WHEN OLD.`highest_plan` IS NULL THEN 'ended' WHEN OLD.`is_unaccepted` THEN 'invited' WHEN OLD.`subscription_type` = 'trial' THEN 'trial' ELSE 'active' END = 'active'),
		`row_trial` = `row_trial` + (NEW.`deleted_at` IS NULL AND CASE WHEN NEW.`highest_plan` IS NULL AND NEW.`access_ends_at` IS NULL THEN 'none' WHEN NEW.`highest_plan` IS NULL THEN 'ended' WHEN NEW.`is_unaccepted` THEN 'invited' WHEN NEW.`subscription_type` = 'trial' THEN 'trial' ELSE 'active' END = 'trial') - (OLD.`deleted_at` IS NULL AND CASE WHEN OLD.`highest_plan` IS NULL AND OLD.`access_ends_at` IS NULL THEN 'none' WHEN OLD.`highest_plan` IS NULL THEN 'ended' WHEN OLD.`is_unaccepted` THEN 'invited' WHEN OLD.`subscription_type` = 'trial' THEN 'trial' ELSE 'active' END = 'trial'),
		`row_invited` = `row_invited` + (NEW.`deleted_at` IS NULL AND CASE WHEN NEW.`highest_plan` IS NULL AND NEW.`access_ends_at` IS NULL THEN 'none' WHEN NEW.`highest_plan` IS NULL THEN 'ended' WHEN NEW.`is_unaccepted` THEN 'invited' WHEN NEW.`subscription_type` = 'trial' THEN 'trial' ELSE 'active' END = 'invited') - (OLD.`deleted_at` IS NULL AND CASE WHEN OLD.`highest_plan` IS NULL AND OLD.`access_ends_at` IS NULL THEN 'none' WHEN OLD.`highest_plan` IS NULL THEN 'ended' WHEN OLD.`is_unaccepted` THEN 'invited' WHEN OLD.`subscription_type` = 'trial' THEN 'trial' ELSE 'active' END = 'invited'),
		`row_ended` = `row_ended` + (NEW.`deleted_at` IS NULL AND CASE WHEN NEW.`highest_plan` IS NULL AND NEW.`access_ends_at` IS NULL THEN 'none' WHEN NEW.`highest_plan` IS NULL THEN 'ended' WHEN NEW.`is_unaccepted` THEN 'invited' WHEN NEW.`subscription_type` = 'trial' THEN 'trial' ELSE 'active' END = 'ended') - (OLD.`deleted_at` IS NULL AND CASE WHEN OLD.`highest_plan` IS NULL AND OLD.`access_ends_at` IS NULL THEN 'none' WHEN OLD.`highest_plan` IS NULL THEN 'ended' WHEN OLD.`is_unaccepted` THEN 'invited' WHEN OLD.`subscription_type` = 'trial' THEN 'trial' ELSE 'active' END = 'ended'),
		`row_none` = `row_none` + (NEW.`deleted_at` IS NULL AND CASE WHEN NEW.`highest_plan` IS NULL AND NEW.`access_ends_at` IS NULL THEN 'none' WHEN NEW.`highest_plan` IS NULL THEN 'ended' WHEN NEW.`is_unaccepted` THEN 'invited' WHEN NEW.`subscription_type` = 'trial' THEN 'trial' ELSE 'active' END = 'none') - (OLD.`deleted_at` IS NULL AND CASE WHEN OLD.`highest_plan` IS NULL AND OLD.`access_ends_at` IS NULL THEN 'none' WHEN OLD.`highest_plan` IS NULL THEN 'ended' WHEN OLD.`is_unaccepted` THEN 'invited' WHEN OLD.`subscription_type` = 'trial' THEN 'trial' ELSE 'active' END = 'none'),
		`suppressed` = `suppressed` + (NEW.`deleted_at` IS NULL AND NEW.`suppressed_at` IS NOT NULL) - (OLD.`deleted_at` IS NULL AND OLD.`suppressed_at` IS NOT NULL);
END;
--> statement-breakpoint
CREATE TRIGGER `members_total_deleted` AFTER DELETE ON `members` WHEN OLD.`deleted_at` IS NULL
BEGIN
	UPDATE `totals` SET `members` = `members` - 1,
		`members_with_access` = `members_with_access` - (OLD.`highest_plan` IS NOT NULL AND NOT OLD.`is_unaccepted`),
		`monthly` = `monthly` - (OLD.`highest_plan` IS NOT NULL AND NOT OLD.`is_unaccepted` AND OLD.`subscription_type` = 'monthly'),
		`quarterly` = `quarterly` - (OLD.`highest_plan` IS NOT NULL AND NOT OLD.`is_unaccepted` AND OLD.`subscription_type` = 'quarterly'),
		`annual` = `annual` - (OLD.`highest_plan` IS NOT NULL AND NOT OLD.`is_unaccepted` AND OLD.`subscription_type` = 'annual'),
		`gift` = `gift` - (OLD.`highest_plan` IS NOT NULL AND NOT OLD.`is_unaccepted` AND OLD.`subscription_type` = 'gift'),
		`trial` = `trial` - (OLD.`highest_plan` IS NOT NULL AND NOT OLD.`is_unaccepted` AND OLD.`subscription_type` = 'trial'),
		`type_monthly` = `type_monthly` - ((OLD.`highest_plan` IS NOT NULL OR OLD.`access_ends_at` IS NOT NULL) AND OLD.`subscription_type` = 'monthly'),
		`type_quarterly` = `type_quarterly` - ((OLD.`highest_plan` IS NOT NULL OR OLD.`access_ends_at` IS NOT NULL) AND OLD.`subscription_type` = 'quarterly'),
		`type_annual` = `type_annual` - ((OLD.`highest_plan` IS NOT NULL OR OLD.`access_ends_at` IS NOT NULL) AND OLD.`subscription_type` = 'annual'),
		`type_gift` = `type_gift` - ((OLD.`highest_plan` IS NOT NULL OR OLD.`access_ends_at` IS NOT NULL) AND OLD.`subscription_type` = 'gift'),
		`type_trial` = `type_trial` - ((OLD.`highest_plan` IS NOT NULL OR OLD.`access_ends_at` IS NOT NULL) AND OLD.`subscription_type` = 'trial'),
		`row_active` = `row_active` - (CASE WHEN OLD.`highest_plan` IS NULL AND OLD.`access_ends_at` IS NULL THEN 'none' WHEN OLD.`highest_plan` IS NULL THEN 'ended' WHEN OLD.`is_unaccepted` THEN 'invited' WHEN OLD.`subscription_type` = 'trial' THEN 'trial' ELSE 'active' END = 'active'),
		`row_trial` = `row_trial` - (CASE WHEN OLD.`highest_plan` IS NULL AND OLD.`access_ends_at` IS NULL THEN 'none' WHEN OLD.`highest_plan` IS NULL THEN 'ended' WHEN OLD.`is_unaccepted` THEN 'invited' WHEN OLD.`subscription_type` = 'trial' THEN 'trial' ELSE 'active' END = 'trial'),
		`row_invited` = `row_invited` - (CASE WHEN OLD.`highest_plan` IS NULL AND OLD.`access_ends_at` IS NULL THEN 'none' WHEN OLD.`highest_plan` IS NULL THEN 'ended' WHEN OLD.`is_unaccepted` THEN 'invited' WHEN OLD.`subscription_type` = 'trial' THEN 'trial' ELSE 'active' END = 'invited'),
		`row_ended` = `row_ended` - (CASE WHEN OLD.`highest_plan` IS NULL AND OLD.`access_ends_at` IS NULL THEN 'none' WHEN OLD.`highest_plan` IS NULL THEN 'ended' WHEN OLD.`is_unaccepted` THEN 'invited' WHEN OLD.`subscription_type` = 'trial' THEN 'trial' ELSE 'active' END = 'ended'),
		`row_none` = `row_none` - (CASE WHEN OLD.`highest_plan` IS NULL AND OLD.`access_ends_at` IS NULL THEN 'none' WHEN OLD.`highest_plan` IS NULL THEN 'ended' WHEN OLD.`is_unaccepted` THEN 'invited' WHEN OLD.`subscription_type` = 'trial' THEN 'trial' ELSE 'active' END = 'none'),
		`suppressed` = `suppressed` - (OLD.`suppressed_at` IS NOT NULL);
END;
--> statement-breakpoint
ALTER TABLE `broadcasts` ADD `segment` text DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE `broadcasts` ADD `author` text;--> statement-breakpoint
ALTER TABLE `invitations` ADD `chosen_at` integer;--> statement-breakpoint
CREATE INDEX `invitations_chosen` ON `invitations` (`import_id`,`row`) WHERE chosen_at is not null and invited_at is null and accepted_at is null;--> statement-breakpoint
-- By hand: what had been started goes on.
UPDATE `invitations` SET `chosen_at` = 0 WHERE `invited_at` IS NULL AND `accepted_at` IS NULL AND EXISTS (
	SELECT 1 FROM `invitation_pace` p JOIN `imports` f ON f.`id` = `invitations`.`import_id` WHERE f.`ended_at` <= p.`started_at`);
