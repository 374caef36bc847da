CREATE TABLE `charged_subscriptions` (
	`member_id` text PRIMARY KEY NOT NULL,
	`count` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `charged_subscriptions_double` ON `charged_subscriptions` (`member_id`) WHERE count > 1;--> statement-breakpoint
ALTER TABLE `checkouts` ADD `session_id` text;--> statement-breakpoint
CREATE INDEX `checkouts_abandoned` ON `checkouts` (`created_at`) WHERE member_id is null;--> statement-breakpoint
CREATE INDEX `access_grants_subscriptions` ON `access_grants` (`until`) WHERE source = 'subscription';--> statement-breakpoint
CREATE INDEX `gifts_open` ON `gifts` ((mailed_at is null),`expires_at`) WHERE paid_at is not null and redeemed_at is null and refunded_at is null;--> statement-breakpoint
CREATE INDEX `gifts_giver` ON `gifts` (lower(giver_email));--> statement-breakpoint
CREATE INDEX `gifts_recipient` ON `gifts` (lower(recipient_email));--> statement-breakpoint
-- From here on by hand, since drizzle-kit knows no triggers (db/schema/payments.ts, `chargedSubscriptions`).
INSERT INTO `charged_subscriptions` (`member_id`, `count`)
SELECT `member_id`, count(*) FROM `subscriptions`
WHERE `status` IN ('APPROVED', 'ACTIVE', 'SUSPENDED') AND `cancel_asked_at` IS NULL AND (`replaces_id` IS NULL OR `replaced_at` IS NOT NULL)
GROUP BY `member_id`;
--> statement-breakpoint
CREATE TRIGGER `charged_subscriptions_inserted` AFTER INSERT ON `subscriptions`
WHEN NEW.`status` IN ('APPROVED', 'ACTIVE', 'SUSPENDED') AND NEW.`cancel_asked_at` IS NULL
	AND (NEW.`replaces_id` IS NULL OR NEW.`replaced_at` IS NOT NULL)
BEGIN
	INSERT INTO `charged_subscriptions` (`member_id`, `count`) VALUES (NEW.`member_id`, 1)
	ON CONFLICT (`member_id`) DO UPDATE SET `count` = `count` + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `charged_subscriptions_updated` AFTER UPDATE OF `status`, `cancel_asked_at`, `replaces_id`, `replaced_at` ON `subscriptions`
WHEN (NEW.`status` IN ('APPROVED', 'ACTIVE', 'SUSPENDED') AND NEW.`cancel_asked_at` IS NULL
	AND (NEW.`replaces_id` IS NULL OR NEW.`replaced_at` IS NOT NULL))
	<> (OLD.`status` IN ('APPROVED', 'ACTIVE', 'SUSPENDED') AND OLD.`cancel_asked_at` IS NULL
	AND (OLD.`replaces_id` IS NULL OR OLD.`replaced_at` IS NOT NULL))
BEGIN
	INSERT INTO `charged_subscriptions` (`member_id`, `count`)
	VALUES (NEW.`member_id`, iif(NEW.`status` IN ('APPROVED', 'ACTIVE', 'SUSPENDED') AND NEW.`cancel_asked_at` IS NULL
		AND (NEW.`replaces_id` IS NULL OR NEW.`replaced_at` IS NOT NULL), 1, -1))
	ON CONFLICT (`member_id`) DO UPDATE SET `count` = `count` + excluded.`count`;
END;
--> statement-breakpoint
CREATE TRIGGER `charged_subscriptions_deleted` AFTER DELETE ON `subscriptions`
WHEN OLD.`status` IN ('APPROVED', 'ACTIVE', 'SUSPENDED') AND OLD.`cancel_asked_at` IS NULL
	AND (OLD.`replaces_id` IS NULL OR OLD.`replaced_at` IS NOT NULL)
BEGIN
	UPDATE `charged_subscriptions` SET `count` = `count` - 1 WHERE `member_id` = OLD.`member_id`;
END;
