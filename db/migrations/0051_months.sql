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
