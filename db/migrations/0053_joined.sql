DROP INDEX `members_created`;--> statement-breakpoint
DROP INDEX `members_words_created`;--> statement-breakpoint
ALTER TABLE `members` ADD `joined_at` integer;--> statement-breakpoint
ALTER TABLE `members` ADD `member_since` integer GENERATED ALWAYS AS (coalesce(joined_at, created_at)) VIRTUAL NOT NULL;--> statement-breakpoint
CREATE INDEX `members_joined` ON `members` (`member_since`) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX `members_words_created` ON `members` (`subscription_type`,case when highest_plan is null and access_ends_at is null then 'none' when highest_plan is null then 'ended' when is_unaccepted then 'invited' when subscription_type = 'trial' then 'trial' else 'active' end,`member_since`) WHERE deleted_at is null;--> statement-breakpoint
ALTER TABLE `imports` ADD `agreed_at` integer;