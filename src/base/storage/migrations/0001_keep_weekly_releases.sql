CREATE TABLE `calendar_feeds` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`nonce` text NOT NULL,
	`created_at` text NOT NULL
);

CREATE TABLE `weekly_fetches` (
	`source` text NOT NULL,
	`first` text NOT NULL,
	`fetched_at` text,
	`tried_at` text NOT NULL,
	`failure` text,
	`detail` text,
	`count` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`source`, `first`)
);

CREATE INDEX `weekly_fetches_by_week` ON `weekly_fetches` (`first`);
CREATE TABLE `weekly_releases` (
	`release_id` integer PRIMARY KEY NOT NULL,
	`source` text NOT NULL,
	`source_id` text NOT NULL,
	`day` text NOT NULL,
	`series` text NOT NULL,
	`match_key` text NOT NULL,
	`kind` text NOT NULL,
	`unit` text NOT NULL,
	`number` text NOT NULL,
	`title` text,
	`publisher` text,
	`year` integer,
	`volume` integer,
	`book_type` text,
	`series_ids` text NOT NULL,
	`issue_ids` text NOT NULL,
	`comic_id` text,
	`issue_id` text,
	`want` integer DEFAULT false NOT NULL,
	`fetched_at` text NOT NULL,
	FOREIGN KEY (`comic_id`) REFERENCES `series`(`comic_id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`issue_id`) REFERENCES `issues`(`issue_id`) ON UPDATE no action ON DELETE set null
);

CREATE UNIQUE INDEX `weekly_releases_once` ON `weekly_releases` (`source`,`source_id`);
CREATE INDEX `weekly_releases_by_day` ON `weekly_releases` (`day`);
CREATE INDEX `weekly_releases_by_series` ON `weekly_releases` (`comic_id`) WHERE "weekly_releases"."comic_id" is not null;
CREATE INDEX `weekly_releases_by_issue` ON `weekly_releases` (`issue_id`) WHERE "weekly_releases"."issue_id" is not null;
CREATE INDEX `weekly_releases_to_want` ON `weekly_releases` (`day`) WHERE "weekly_releases"."want" = 1;
CREATE TABLE `weekly_services` (
	`service` text PRIMARY KEY NOT NULL,
	`failure` text,
	`detail` text,
	`failures_in_row` integer DEFAULT 0 NOT NULL,
	`blocked_until` text,
	`spent` text,
	`last_asked_at` text,
	`last_ok_at` text,
	`last_failed_at` text
);

ALTER TABLE `issues` ADD `announced_by` text;
