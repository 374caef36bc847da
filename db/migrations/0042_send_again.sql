ALTER TABLE `content` ADD `may_be_sent_again` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `content` ADD `sent_again_on` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX `content_to_send_again` ON `content` ((case when sent_again_on > date then sent_again_on else date end),`date`) WHERE may_be_sent_again = 1 and deleted_at is null and status <> 'draft' and hidden = 0;
--> statement-breakpoint
-- From here on by hand. The list of fallbacks becomes switches; the setting stays for 0.2.0, and nothing here reads it anymore.
UPDATE `content` SET `may_be_sent_again` = 1 WHERE `id` IN (
	SELECT j.value FROM `settings` s, json_each(s.value, '$.contentIds') j
	WHERE s.key = 'empty-mornings' AND s.value ->> 'mode' = 'fallback');
--> statement-breakpoint
UPDATE `content` SET `sent_again_on` = sent.date FROM (
	SELECT id, max(date) AS date FROM (
		SELECT content_id AS id, date FROM `fallback_mornings`
		UNION ALL SELECT j.value, f.date FROM `fallback_mornings` f, json_each(f.earlier) j)
	GROUP BY id) sent
WHERE `content`.`id` = sent.id;
--> statement-breakpoint
CREATE TRIGGER `fallback_morning_decided` AFTER INSERT ON `fallback_mornings`
BEGIN
	UPDATE `content` SET `sent_again_on` = NEW.`date` WHERE `id` = NEW.`content_id` AND `sent_again_on` < NEW.`date`;
END;
--> statement-breakpoint
CREATE TRIGGER `fallback_morning_replaced` AFTER UPDATE OF `content_id` ON `fallback_mornings`
BEGIN
	UPDATE `content` SET `sent_again_on` = NEW.`date` WHERE `id` = NEW.`content_id` AND `sent_again_on` < NEW.`date`;
END;
