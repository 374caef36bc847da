-- By hand: WITHOUT ROWID, which drizzle-kit cannot express.
CREATE TABLE `pauses` (
	`kind` text PRIMARY KEY NOT NULL,
	`until` integer NOT NULL,
	`reason` text DEFAULT '' NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
-- By hand: open pauses. What 0.2.0 writes from here until the deploy is lost; the next refusal or complaint pauses again.
INSERT INTO `pauses` (`kind`, `until`, `reason`)
SELECT p.key, p.value, iif(p.key = 'all', coalesce(d.`pause_reason`, ''), '')
FROM `dispatcher` d, json_each(json_object(
	'all', d.`paused_until`,
	'wake-up', d.`wake_ups_paused_until`,
	'acknowledgement', d.`acknowledgements_paused_until`,
	'gift', d.`gifts_paused_until`,
	'invitation', d.`invitations_paused_until`,
	'message', d.`messages_paused_until`)) p
WHERE d.id = 1 AND p.value IS NOT NULL;
