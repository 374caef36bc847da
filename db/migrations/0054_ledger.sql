CREATE TABLE `money_days` (
	`part` integer PRIMARY KEY NOT NULL,
	`gross_cents` integer DEFAULT 0 NOT NULL,
	`refunded_cents` integer DEFAULT 0 NOT NULL,
	`fee_cents` integer DEFAULT 0 NOT NULL,
	`unknown_fees` integer DEFAULT 0 NOT NULL,
	`gifts` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `refunds_time` ON `refunds` (coalesce(done_at, asked_at));--> statement-breakpoint
-- From here on by hand, since drizzle-kit knows no triggers (db/schema/statistics.ts, `moneyDays`). A day begins at 05:00 UTC; its first hour is
-- a part of its own, and belongs to the day before while Central time is UTC-6.
INSERT INTO `money_days` (`part`, `gross_cents`, `fee_cents`, `unknown_fees`, `gifts`)
SELECT (`paid_at` - 18000000) / 86400000 * 2 + ((`paid_at` - 18000000) % 86400000 >= 3600000) AS `of_day`, sum(`amount_cents`), coalesce(sum(`fee_cents`), 0), sum(`fee_cents` IS NULL), sum(`gift_id` IS NOT NULL)
FROM `payments` GROUP BY `of_day`;
--> statement-breakpoint
INSERT INTO `money_days` (`part`, `refunded_cents`)
SELECT (`done_at` - 18000000) / 86400000 * 2 + ((`done_at` - 18000000) % 86400000 >= 3600000) AS `of_day`, sum(`amount_cents`) FROM `refunds` WHERE `done_at` IS NOT NULL GROUP BY `of_day`
ON CONFLICT (`part`) DO UPDATE SET `refunded_cents` = excluded.`refunded_cents`;
--> statement-breakpoint
CREATE TRIGGER `money_days_paid` AFTER INSERT ON `payments`
BEGIN
	INSERT INTO `money_days` (`part`, `gross_cents`, `fee_cents`, `unknown_fees`, `gifts`)
	VALUES ((NEW.`paid_at` - 18000000) / 86400000 * 2 + ((NEW.`paid_at` - 18000000) % 86400000 >= 3600000), NEW.`amount_cents`, coalesce(NEW.`fee_cents`, 0), (NEW.`fee_cents` IS NULL), (NEW.`gift_id` IS NOT NULL))
	ON CONFLICT (`part`) DO UPDATE SET `gross_cents` = `gross_cents` + excluded.`gross_cents`, `fee_cents` = `fee_cents` + excluded.`fee_cents`,
		`unknown_fees` = `unknown_fees` + excluded.`unknown_fees`, `gifts` = `gifts` + excluded.`gifts`;
END;
--> statement-breakpoint
CREATE TRIGGER `money_days_payment_changed` AFTER UPDATE OF `amount_cents`, `fee_cents`, `paid_at` ON `payments`
WHEN (NEW.`amount_cents`, NEW.`fee_cents`, NEW.`paid_at`) IS NOT (OLD.`amount_cents`, OLD.`fee_cents`, OLD.`paid_at`)
BEGIN
	INSERT INTO `money_days` (`part`, `gross_cents`, `fee_cents`, `unknown_fees`, `gifts`)
	VALUES ((OLD.`paid_at` - 18000000) / 86400000 * 2 + ((OLD.`paid_at` - 18000000) % 86400000 >= 3600000), -OLD.`amount_cents`, -coalesce(OLD.`fee_cents`, 0), -(OLD.`fee_cents` IS NULL), -(OLD.`gift_id` IS NOT NULL))
	ON CONFLICT (`part`) DO UPDATE SET `gross_cents` = `gross_cents` + excluded.`gross_cents`, `fee_cents` = `fee_cents` + excluded.`fee_cents`,
		`unknown_fees` = `unknown_fees` + excluded.`unknown_fees`, `gifts` = `gifts` + excluded.`gifts`;
	INSERT INTO `money_days` (`part`, `gross_cents`, `fee_cents`, `unknown_fees`, `gifts`)
	VALUES ((NEW.`paid_at` - 18000000) / 86400000 * 2 + ((NEW.`paid_at` - 18000000) % 86400000 >= 3600000), NEW.`amount_cents`, coalesce(NEW.`fee_cents`, 0), (NEW.`fee_cents` IS NULL), (NEW.`gift_id` IS NOT NULL))
	ON CONFLICT (`part`) DO UPDATE SET `gross_cents` = `gross_cents` + excluded.`gross_cents`, `fee_cents` = `fee_cents` + excluded.`fee_cents`,
		`unknown_fees` = `unknown_fees` + excluded.`unknown_fees`, `gifts` = `gifts` + excluded.`gifts`;
END;
--> statement-breakpoint
CREATE TRIGGER `money_days_payment_deleted` AFTER DELETE ON `payments`
BEGIN
	INSERT INTO `money_days` (`part`, `gross_cents`, `fee_cents`, `unknown_fees`, `gifts`)
	VALUES ((OLD.`paid_at` - 18000000) / 86400000 * 2 + ((OLD.`paid_at` - 18000000) % 86400000 >= 3600000), -OLD.`amount_cents`, -coalesce(OLD.`fee_cents`, 0), -(OLD.`fee_cents` IS NULL), -(OLD.`gift_id` IS NOT NULL))
	ON CONFLICT (`part`) DO UPDATE SET `gross_cents` = `gross_cents` + excluded.`gross_cents`, `fee_cents` = `fee_cents` + excluded.`fee_cents`,
		`unknown_fees` = `unknown_fees` + excluded.`unknown_fees`, `gifts` = `gifts` + excluded.`gifts`;
END;
--> statement-breakpoint
CREATE TRIGGER `money_days_refunded` AFTER INSERT ON `refunds` WHEN NEW.`done_at` IS NOT NULL
BEGIN
	INSERT INTO `money_days` (`part`, `refunded_cents`)
	SELECT (NEW.`done_at` - 18000000) / 86400000 * 2 + ((NEW.`done_at` - 18000000) % 86400000 >= 3600000), NEW.`amount_cents` WHERE NEW.`done_at` IS NOT NULL
	ON CONFLICT (`part`) DO UPDATE SET `refunded_cents` = `refunded_cents` + excluded.`refunded_cents`;
END;
--> statement-breakpoint
CREATE TRIGGER `money_days_refund_changed` AFTER UPDATE OF `amount_cents`, `done_at` ON `refunds`
WHEN (NEW.`amount_cents`, NEW.`done_at`) IS NOT (OLD.`amount_cents`, OLD.`done_at`)
BEGIN
	INSERT INTO `money_days` (`part`, `refunded_cents`)
	SELECT (OLD.`done_at` - 18000000) / 86400000 * 2 + ((OLD.`done_at` - 18000000) % 86400000 >= 3600000), -OLD.`amount_cents` WHERE OLD.`done_at` IS NOT NULL
	ON CONFLICT (`part`) DO UPDATE SET `refunded_cents` = `refunded_cents` + excluded.`refunded_cents`;
	INSERT INTO `money_days` (`part`, `refunded_cents`)
	SELECT (NEW.`done_at` - 18000000) / 86400000 * 2 + ((NEW.`done_at` - 18000000) % 86400000 >= 3600000), NEW.`amount_cents` WHERE NEW.`done_at` IS NOT NULL
	ON CONFLICT (`part`) DO UPDATE SET `refunded_cents` = `refunded_cents` + excluded.`refunded_cents`;
END;
--> statement-breakpoint
CREATE TRIGGER `money_days_refund_deleted` AFTER DELETE ON `refunds` WHEN OLD.`done_at` IS NOT NULL
BEGIN
	INSERT INTO `money_days` (`part`, `refunded_cents`)
	SELECT (OLD.`done_at` - 18000000) / 86400000 * 2 + ((OLD.`done_at` - 18000000) % 86400000 >= 3600000), -OLD.`amount_cents` WHERE OLD.`done_at` IS NOT NULL
	ON CONFLICT (`part`) DO UPDATE SET `refunded_cents` = `refunded_cents` + excluded.`refunded_cents`;
END;

--> statement-breakpoint
ALTER TABLE `daily_stats` ADD `subscriptions_returned` integer;--> statement-breakpoint
ALTER TABLE `daily_stats` ADD `trials_paid` integer;--> statement-breakpoint
ALTER TABLE `daily_stats` ADD `yearly_cents` integer;--> statement-breakpoint
ALTER TABLE `totals` ADD `yearly_cents` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- From here on by hand, since drizzle-kit knows no triggers (db/schema/statistics.ts, `totals`).
UPDATE `totals` SET `yearly_cents` = (SELECT coalesce(sum((SELECT `price_cents` FROM `checkouts` WHERE `id` = s.`checkout_id`) * CASE s.`plan` WHEN 'monthly' THEN 12 WHEN 'quarterly' THEN 4 ELSE 1 END), 0) FROM `subscriptions` s WHERE (s.`status` IN ('APPROVED', 'ACTIVE', 'SUSPENDED') AND s.`cancel_asked_at` IS NULL
	AND (s.`replaces_id` IS NULL OR s.`replaced_at` IS NOT NULL) AND s.`last_payment_at` IS NOT NULL));
--> statement-breakpoint
CREATE TRIGGER `yearly_inserted` AFTER INSERT ON `subscriptions` WHEN (NEW.`status` IN ('APPROVED', 'ACTIVE', 'SUSPENDED') AND NEW.`cancel_asked_at` IS NULL
	AND (NEW.`replaces_id` IS NULL OR NEW.`replaced_at` IS NOT NULL) AND NEW.`last_payment_at` IS NOT NULL)
BEGIN
	UPDATE `totals` SET `yearly_cents` = `yearly_cents` + (SELECT `price_cents` FROM `checkouts` WHERE `id` = NEW.`checkout_id`) * CASE NEW.`plan` WHEN 'monthly' THEN 12 WHEN 'quarterly' THEN 4 ELSE 1 END;
END;
--> statement-breakpoint
CREATE TRIGGER `yearly_updated` AFTER UPDATE OF `status`, `cancel_asked_at`, `replaces_id`, `replaced_at`, `last_payment_at` ON `subscriptions`
WHEN (NEW.`status` IN ('APPROVED', 'ACTIVE', 'SUSPENDED') AND NEW.`cancel_asked_at` IS NULL
	AND (NEW.`replaces_id` IS NULL OR NEW.`replaced_at` IS NOT NULL) AND NEW.`last_payment_at` IS NOT NULL) <> (OLD.`status` IN ('APPROVED', 'ACTIVE', 'SUSPENDED') AND OLD.`cancel_asked_at` IS NULL
	AND (OLD.`replaces_id` IS NULL OR OLD.`replaced_at` IS NOT NULL) AND OLD.`last_payment_at` IS NOT NULL)
BEGIN
	UPDATE `totals` SET `yearly_cents` = `yearly_cents` + iif((NEW.`status` IN ('APPROVED', 'ACTIVE', 'SUSPENDED') AND NEW.`cancel_asked_at` IS NULL
	AND (NEW.`replaces_id` IS NULL OR NEW.`replaced_at` IS NOT NULL) AND NEW.`last_payment_at` IS NOT NULL), 1, -1) * (SELECT `price_cents` FROM `checkouts` WHERE `id` = NEW.`checkout_id`) * CASE NEW.`plan` WHEN 'monthly' THEN 12 WHEN 'quarterly' THEN 4 ELSE 1 END;
END;
--> statement-breakpoint
CREATE TRIGGER `yearly_deleted` AFTER DELETE ON `subscriptions` WHEN (OLD.`status` IN ('APPROVED', 'ACTIVE', 'SUSPENDED') AND OLD.`cancel_asked_at` IS NULL
	AND (OLD.`replaces_id` IS NULL OR OLD.`replaced_at` IS NOT NULL) AND OLD.`last_payment_at` IS NOT NULL)
BEGIN
	UPDATE `totals` SET `yearly_cents` = `yearly_cents` - (SELECT `price_cents` FROM `checkouts` WHERE `id` = OLD.`checkout_id`) * CASE OLD.`plan` WHEN 'monthly' THEN 12 WHEN 'quarterly' THEN 4 ELSE 1 END;
END;
