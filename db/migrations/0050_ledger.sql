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
