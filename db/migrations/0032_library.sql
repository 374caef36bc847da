CREATE TABLE `content_texts` (
	`content_id` text PRIMARY KEY NOT NULL,
	`folded` text
);
--> statement-breakpoint
CREATE INDEX `content_texts_to_fold` ON `content_texts` (`content_id`) WHERE folded is null;--> statement-breakpoint
-- By hand: WITHOUT ROWID, which drizzle-kit cannot express.
CREATE TABLE `favorites` (
	`member_id` text NOT NULL,
	`content_id` text NOT NULL,
	`added_at` integer NOT NULL,
	PRIMARY KEY(`member_id`, `content_id`),
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`content_id`) REFERENCES `content`(`id`) ON UPDATE no action ON DELETE no action
) WITHOUT ROWID;
--> statement-breakpoint
ALTER TABLE `content` ADD `favorites` integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
-- From here on by hand, since drizzle-kit knows no triggers (db/schema/content.ts, `contentTexts` and `favorites`).
INSERT INTO `content_texts` (`content_id`) SELECT `id` FROM `content`;
--> statement-breakpoint
CREATE TRIGGER `content_text_inserted` AFTER INSERT ON `content`
BEGIN
	INSERT INTO `content_texts` (`content_id`) VALUES (NEW.`id`);
END;
--> statement-breakpoint
CREATE TRIGGER `content_text_changed` AFTER UPDATE OF `title`, `description`, `transcript` ON `content`
BEGIN
	UPDATE `content_texts` SET `folded` = NULL WHERE `content_id` = NEW.`id`;
END;
--> statement-breakpoint
CREATE TRIGGER `content_text_deleted` AFTER DELETE ON `content`
BEGIN
	DELETE FROM `content_texts` WHERE `content_id` = OLD.`id`;
END;
--> statement-breakpoint
CREATE TRIGGER `favorites_added` AFTER INSERT ON `favorites`
BEGIN
	UPDATE `content` SET `favorites` = `favorites` + 1 WHERE `id` = NEW.`content_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `favorites_removed` AFTER DELETE ON `favorites`
BEGIN
	UPDATE `content` SET `favorites` = `favorites` - 1 WHERE `id` = OLD.`content_id`;
END;
