ALTER TABLE `totals` ADD `monthly` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `totals` ADD `quarterly` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `totals` ADD `annual` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `totals` ADD `gift` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `totals` ADD `trial` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `transactional_mails_sent` ON `transactional_mails` (`settled_at`) WHERE state = 'sent';--> statement-breakpoint
CREATE INDEX `transactional_mails_recovered` ON `transactional_mails` (`created_at`) WHERE kind = 'payment-recovered';--> statement-breakpoint
CREATE INDEX `members_deleted` ON `members` (`deleted_at`) WHERE deleted_at is not null;--> statement-breakpoint
CREATE INDEX `access_grants_trials_begun` ON `access_grants` (`starts_at`) WHERE source = 'trial';--> statement-breakpoint
CREATE INDEX `access_grants_trials_ended` ON `access_grants` (min(until, coalesce(ended_at, until))) WHERE source = 'trial';--> statement-breakpoint
CREATE INDEX `access_grants_subscriptions_ended` ON `access_grants` (min(until, coalesce(ended_at, until))) WHERE source = 'subscription';--> statement-breakpoint
CREATE INDEX `subscriptions_replaces` ON `subscriptions` (`replaces_id`) WHERE replaces_id is not null;--> statement-breakpoint
-- From here on by hand, since drizzle-kit knows no triggers (db/schema/statistics.ts, `totals`).
UPDATE `totals` SET `monthly` = m.`monthly`, `quarterly` = m.`quarterly`, `annual` = m.`annual`, `gift` = m.`gift`, `trial` = m.`trial`
FROM (SELECT count(*) FILTER (WHERE `subscription_type` = 'monthly') AS `monthly`, count(*) FILTER (WHERE `subscription_type` = 'quarterly') AS `quarterly`, count(*) FILTER (WHERE `subscription_type` = 'annual') AS `annual`, count(*) FILTER (WHERE `subscription_type` = 'gift') AS `gift`, count(*) FILTER (WHERE `subscription_type` = 'trial') AS `trial`
	FROM `members` WHERE `deleted_at` IS NULL AND `highest_plan` IS NOT NULL) m;
--> statement-breakpoint
DROP TRIGGER `members_total_inserted`;
--> statement-breakpoint
DROP TRIGGER `members_total_updated`;
--> statement-breakpoint
DROP TRIGGER `members_total_deleted`;
--> statement-breakpoint
CREATE TRIGGER `members_total_inserted` AFTER INSERT ON `members` WHEN NEW.`deleted_at` IS NULL
BEGIN
	UPDATE `totals` SET `members` = `members` + 1, `members_with_access` = `members_with_access` + (NEW.`highest_plan` IS NOT NULL),
		`monthly` = `monthly` + (NEW.`highest_plan` IS NOT NULL AND NEW.`subscription_type` = 'monthly'),
		`quarterly` = `quarterly` + (NEW.`highest_plan` IS NOT NULL AND NEW.`subscription_type` = 'quarterly'),
		`annual` = `annual` + (NEW.`highest_plan` IS NOT NULL AND NEW.`subscription_type` = 'annual'),
		`gift` = `gift` + (NEW.`highest_plan` IS NOT NULL AND NEW.`subscription_type` = 'gift'),
		`trial` = `trial` + (NEW.`highest_plan` IS NOT NULL AND NEW.`subscription_type` = 'trial');
END;
--> statement-breakpoint
CREATE TRIGGER `members_total_updated` AFTER UPDATE OF `deleted_at`, `highest_plan`, `subscription_type` ON `members`
WHEN (NEW.`deleted_at` IS NULL) <> (OLD.`deleted_at` IS NULL) OR (NEW.`highest_plan` IS NULL) <> (OLD.`highest_plan` IS NULL)
	OR NEW.`subscription_type` <> OLD.`subscription_type`
BEGIN
	UPDATE `totals` SET `members` = `members` + (NEW.`deleted_at` IS NULL) - (OLD.`deleted_at` IS NULL),
		`members_with_access` = `members_with_access` + (NEW.`deleted_at` IS NULL AND NEW.`highest_plan` IS NOT NULL)
			- (OLD.`deleted_at` IS NULL AND OLD.`highest_plan` IS NOT NULL),
		`monthly` = `monthly` + (NEW.`deleted_at` IS NULL AND NEW.`highest_plan` IS NOT NULL AND NEW.`subscription_type` = 'monthly')
			- (OLD.`deleted_at` IS NULL AND OLD.`highest_plan` IS NOT NULL AND OLD.`subscription_type` = 'monthly'),
		`quarterly` = `quarterly` + (NEW.`deleted_at` IS NULL AND NEW.`highest_plan` IS NOT NULL AND NEW.`subscription_type` = 'quarterly')
			- (OLD.`deleted_at` IS NULL AND OLD.`highest_plan` IS NOT NULL AND OLD.`subscription_type` = 'quarterly'),
		`annual` = `annual` + (NEW.`deleted_at` IS NULL AND NEW.`highest_plan` IS NOT NULL AND NEW.`subscription_type` = 'annual')
			- (OLD.`deleted_at` IS NULL AND OLD.`highest_plan` IS NOT NULL AND OLD.`subscription_type` = 'annual'),
		`gift` = `gift` + (NEW.`deleted_at` IS NULL AND NEW.`highest_plan` IS NOT NULL AND NEW.`subscription_type` = 'gift')
			- (OLD.`deleted_at` IS NULL AND OLD.`highest_plan` IS NOT NULL AND OLD.`subscription_type` = 'gift'),
		`trial` = `trial` + (NEW.`deleted_at` IS NULL AND NEW.`highest_plan` IS NOT NULL AND NEW.`subscription_type` = 'trial')
			- (OLD.`deleted_at` IS NULL AND OLD.`highest_plan` IS NOT NULL AND OLD.`subscription_type` = 'trial');
END;
--> statement-breakpoint
CREATE TRIGGER `members_total_deleted` AFTER DELETE ON `members` WHEN OLD.`deleted_at` IS NULL
BEGIN
	UPDATE `totals` SET `members` = `members` - 1, `members_with_access` = `members_with_access` - (OLD.`highest_plan` IS NOT NULL),
		`monthly` = `monthly` - (OLD.`highest_plan` IS NOT NULL AND OLD.`subscription_type` = 'monthly'),
		`quarterly` = `quarterly` - (OLD.`highest_plan` IS NOT NULL AND OLD.`subscription_type` = 'quarterly'),
		`annual` = `annual` - (OLD.`highest_plan` IS NOT NULL AND OLD.`subscription_type` = 'annual'),
		`gift` = `gift` - (OLD.`highest_plan` IS NOT NULL AND OLD.`subscription_type` = 'gift'),
		`trial` = `trial` - (OLD.`highest_plan` IS NOT NULL AND OLD.`subscription_type` = 'trial');
END;
