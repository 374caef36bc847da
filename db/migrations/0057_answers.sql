DROP INDEX `inbound_mails_strangers`;--> statement-breakpoint
DROP INDEX `inbound_mails_refunds`;--> statement-breakpoint
ALTER TABLE `inbound_mails` ADD `wants_answer` integer;--> statement-breakpoint
ALTER TABLE `inbound_mails` ADD `answered_by` text;--> statement-breakpoint
-- Ordinary emails from before have been answered elsewhere.
UPDATE `inbound_mails` SET `wants_answer` = asks_refund AND coalesce(acknowledgement, '') <> 'automatic';--> statement-breakpoint
CREATE INDEX `inbound_mails_open` ON `inbound_mails` (`received_at`,`id`) WHERE wants_answer is not 0 and answered_at is null;--> statement-breakpoint
DROP INDEX `transactional_mails_to_strangers`;--> statement-breakpoint
CREATE INDEX `transactional_mails_to_strangers` ON `transactional_mails` (lower(to_address)) WHERE member_id is null and kind in ('inbound-received','inbound-received-refund','inbound-received-stop','inbound-answer');--> statement-breakpoint
-- An answer that isn't sent leaves its email to answer, unless it was answered since.
CREATE TRIGGER `inbound_mails_answer_failed` AFTER UPDATE OF `state` ON `transactional_mails`
WHEN NEW.`kind` = 'inbound-answer' AND OLD.`state` = 'pending' AND NEW.`state` IN ('failed', 'closed')
BEGIN
	UPDATE `inbound_mails` SET `answered_at` = NULL WHERE `id` = NEW.`parameters` ->> 'inboundId' AND `answered_at` = NEW.`created_at`;
END;
