DROP INDEX `members_words_created`;--> statement-breakpoint
CREATE INDEX `members_words_created` ON `members` (`subscription_type`,case when highest_plan is null and access_ends_at is null then 'none' when highest_plan is null then 'ended' when is_unaccepted then 'invited' when subscription_type = 'trial' then 'trial' else 'active' end,`created_at`) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX `subscriptions_unsettled` ON `subscriptions` (`member_id`) WHERE failed_at is not null or (cancel_asked_at is not null or status in ('CANCELLED','EXPIRED'));--> statement-breakpoint
CREATE INDEX `subscriptions_ending` ON `subscriptions` (`paid_until`) WHERE (cancel_asked_at is not null or status in ('CANCELLED','EXPIRED')) and revoked_at is null;--> statement-breakpoint
-- From here on by hand, since drizzle-kit knows no triggers (db/schema/statistics.ts, `totals`): members who haven't accepted an invitation
-- don't count as having access.
UPDATE `totals` SET `members_with_access` = `members_with_access` - m.`all`, `monthly` = `totals`.`monthly` - m.`monthly`, `quarterly` = `totals`.`quarterly` - m.`quarterly`, `annual` = `totals`.`annual` - m.`annual`, `gift` = `totals`.`gift` - m.`gift`, `trial` = `totals`.`trial` - m.`trial`
FROM (SELECT count(*) AS `all`, count(*) FILTER (WHERE `subscription_type` = 'monthly') AS `monthly`, count(*) FILTER (WHERE `subscription_type` = 'quarterly') AS `quarterly`, count(*) FILTER (WHERE `subscription_type` = 'annual') AS `annual`, count(*) FILTER (WHERE `subscription_type` = 'gift') AS `gift`, count(*) FILTER (WHERE `subscription_type` = 'trial') AS `trial`
	FROM `members` WHERE `deleted_at` IS NULL AND `highest_plan` IS NOT NULL AND `is_unaccepted`) m;
--> statement-breakpoint
DROP TRIGGER `members_total_inserted`;
--> statement-breakpoint
DROP TRIGGER `members_total_updated`;
--> statement-breakpoint
DROP TRIGGER `members_total_deleted`;
--> statement-breakpoint
CREATE TRIGGER `members_total_inserted` AFTER INSERT ON `members` WHEN NEW.`deleted_at` IS NULL
BEGIN
	UPDATE `totals` SET `members` = `members` + 1, `members_with_access` = `members_with_access` + (NEW.`highest_plan` IS NOT NULL AND NOT NEW.`is_unaccepted`),
		`monthly` = `monthly` + (NEW.`highest_plan` IS NOT NULL AND NOT NEW.`is_unaccepted` AND NEW.`subscription_type` = 'monthly'),
		`quarterly` = `quarterly` + (NEW.`highest_plan` IS NOT NULL AND NOT NEW.`is_unaccepted` AND NEW.`subscription_type` = 'quarterly'),
		`annual` = `annual` + (NEW.`highest_plan` IS NOT NULL AND NOT NEW.`is_unaccepted` AND NEW.`subscription_type` = 'annual'),
		`gift` = `gift` + (NEW.`highest_plan` IS NOT NULL AND NOT NEW.`is_unaccepted` AND NEW.`subscription_type` = 'gift'),
		`trial` = `trial` + (NEW.`highest_plan` IS NOT NULL AND NOT NEW.`is_unaccepted` AND NEW.`subscription_type` = 'trial');
END;
--> statement-breakpoint
CREATE TRIGGER `members_total_updated` AFTER UPDATE OF `deleted_at`, `highest_plan`, `subscription_type`, `is_unaccepted` ON `members`
WHEN (NEW.`deleted_at` IS NULL) <> (OLD.`deleted_at` IS NULL) OR (NEW.`highest_plan` IS NULL) <> (OLD.`highest_plan` IS NULL)
	OR NEW.`subscription_type` <> OLD.`subscription_type` OR NEW.`is_unaccepted` <> OLD.`is_unaccepted`
BEGIN
	UPDATE `totals` SET `members` = `members` + (NEW.`deleted_at` IS NULL) - (OLD.`deleted_at` IS NULL),
		`members_with_access` = `members_with_access` + (NEW.`deleted_at` IS NULL AND NEW.`highest_plan` IS NOT NULL AND NOT NEW.`is_unaccepted`)
			- (OLD.`deleted_at` IS NULL AND OLD.`highest_plan` IS NOT NULL AND NOT OLD.`is_unaccepted`),
		`monthly` = `monthly` + (NEW.`deleted_at` IS NULL AND NEW.`highest_plan` IS NOT NULL AND NOT NEW.`is_unaccepted` AND NEW.`subscription_type` = 'monthly')
			- (OLD.`deleted_at` IS NULL AND OLD.`highest_plan` IS NOT NULL AND NOT OLD.`is_unaccepted` AND OLD.`subscription_type` = 'monthly'),
		`quarterly` = `quarterly` + (NEW.`deleted_at` IS NULL AND NEW.`highest_plan` IS NOT NULL AND NOT NEW.`is_unaccepted` AND NEW.`subscription_type` = 'quarterly')
			- (OLD.`deleted_at` IS NULL AND OLD.`highest_plan` IS NOT NULL AND NOT OLD.`is_unaccepted` AND OLD.`subscription_type` = 'quarterly'),
		`annual` = `annual` + (NEW.`deleted_at` IS NULL AND NEW.`highest_plan` IS NOT NULL AND NOT NEW.`is_unaccepted` AND NEW.`subscription_type` = 'annual')
			- (OLD.`deleted_at` IS NULL AND OLD.`highest_plan` IS NOT NULL AND NOT OLD.`is_unaccepted` AND OLD.`subscription_type` = 'annual'),
		`gift` = `gift` + (NEW.`deleted_at` IS NULL AND NEW.`highest_plan` IS NOT NULL AND NOT NEW.`is_unaccepted` AND NEW.`subscription_type` = 'gift')
			- (OLD.`deleted_at` IS NULL AND OLD.`highest_plan` IS NOT NULL AND NOT OLD.`is_unaccepted` AND OLD.`subscription_type` = 'gift'),
		`trial` = `trial` + (NEW.`deleted_at` IS NULL AND NEW.`highest_plan` IS NOT NULL AND NOT NEW.`is_unaccepted` AND NEW.`subscription_type` = 'trial')
			- (OLD.`deleted_at` IS NULL AND OLD.`highest_plan` IS NOT NULL AND NOT OLD.`is_unaccepted` AND OLD.`subscription_type` = 'trial');
END;
--> statement-breakpoint
CREATE TRIGGER `members_total_deleted` AFTER DELETE ON `members` WHEN OLD.`deleted_at` IS NULL
BEGIN
	UPDATE `totals` SET `members` = `members` - 1, `members_with_access` = `members_with_access` - (OLD.`highest_plan` IS NOT NULL AND NOT OLD.`is_unaccepted`),
		`monthly` = `monthly` - (OLD.`highest_plan` IS NOT NULL AND NOT OLD.`is_unaccepted` AND OLD.`subscription_type` = 'monthly'),
		`quarterly` = `quarterly` - (OLD.`highest_plan` IS NOT NULL AND NOT OLD.`is_unaccepted` AND OLD.`subscription_type` = 'quarterly'),
		`annual` = `annual` - (OLD.`highest_plan` IS NOT NULL AND NOT OLD.`is_unaccepted` AND OLD.`subscription_type` = 'annual'),
		`gift` = `gift` - (OLD.`highest_plan` IS NOT NULL AND NOT OLD.`is_unaccepted` AND OLD.`subscription_type` = 'gift'),
		`trial` = `trial` - (OLD.`highest_plan` IS NOT NULL AND NOT OLD.`is_unaccepted` AND OLD.`subscription_type` = 'trial');
END;
