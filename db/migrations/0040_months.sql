-- By hand: WITHOUT ROWID and triggers, which drizzle-kit cannot express (db/schema/content.ts, `contentMonths`).
CREATE TABLE `content_months` (
	`month` text PRIMARY KEY NOT NULL,
	`items` integer NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
INSERT INTO `content_months` (`month`, `items`)
SELECT substr(`date`, 1, 7), count(*) FROM `content`
WHERE `deleted_at` IS NULL AND `status` <> 'draft' AND `hidden` = 0 AND `date` >= '2025-08-12' GROUP BY 1;
--> statement-breakpoint
-- Each counts the months of the row before and after the change again: 31 rows at most.
CREATE TRIGGER `content_month_inserted` AFTER INSERT ON `content`
BEGIN
	INSERT INTO `content_months` (`month`, `items`)
	SELECT substr(NEW.`date`, 1, 7), count(*) FROM `content`
	WHERE `deleted_at` IS NULL AND `status` <> 'draft' AND `hidden` = 0 AND `date` >= '2025-08-12'
		AND `date` BETWEEN substr(NEW.`date`, 1, 7) || '-01' AND substr(NEW.`date`, 1, 7) || '-31'
	ON CONFLICT (`month`) DO UPDATE SET `items` = excluded.`items`;
END;
--> statement-breakpoint
CREATE TRIGGER `content_month_changed` AFTER UPDATE OF `date`, `status`, `hidden`, `deleted_at` ON `content`
WHEN NEW.`date` <> OLD.`date` OR NEW.`status` <> OLD.`status` OR NEW.`hidden` <> OLD.`hidden` OR NEW.`deleted_at` IS NOT OLD.`deleted_at`
BEGIN
	INSERT INTO `content_months` (`month`, `items`)
	SELECT substr(OLD.`date`, 1, 7), count(*) FROM `content`
	WHERE `deleted_at` IS NULL AND `status` <> 'draft' AND `hidden` = 0 AND `date` >= '2025-08-12'
		AND `date` BETWEEN substr(OLD.`date`, 1, 7) || '-01' AND substr(OLD.`date`, 1, 7) || '-31'
	ON CONFLICT (`month`) DO UPDATE SET `items` = excluded.`items`;
	INSERT INTO `content_months` (`month`, `items`)
	SELECT substr(NEW.`date`, 1, 7), count(*) FROM `content`
	WHERE `deleted_at` IS NULL AND `status` <> 'draft' AND `hidden` = 0 AND `date` >= '2025-08-12'
		AND `date` BETWEEN substr(NEW.`date`, 1, 7) || '-01' AND substr(NEW.`date`, 1, 7) || '-31'
	ON CONFLICT (`month`) DO UPDATE SET `items` = excluded.`items`;
END;
--> statement-breakpoint
CREATE TRIGGER `content_month_deleted` AFTER DELETE ON `content`
BEGIN
	INSERT INTO `content_months` (`month`, `items`)
	SELECT substr(OLD.`date`, 1, 7), count(*) FROM `content`
	WHERE `deleted_at` IS NULL AND `status` <> 'draft' AND `hidden` = 0 AND `date` >= '2025-08-12'
		AND `date` BETWEEN substr(OLD.`date`, 1, 7) || '-01' AND substr(OLD.`date`, 1, 7) || '-31'
	ON CONFLICT (`month`) DO UPDATE SET `items` = excluded.`items`;
END;
