CREATE TABLE `__new_series_marks` (
	`user_id` text DEFAULT 'owner' NOT NULL,
	`comic_id` text NOT NULL,
	`favourite_at` text,
	`rating` integer,
	PRIMARY KEY(`user_id`, `comic_id`),
	FOREIGN KEY (`comic_id`) REFERENCES `series`(`comic_id`) ON UPDATE no action ON DELETE cascade
);

INSERT INTO `__new_series_marks` (`comic_id`, `favourite_at`, `rating`) SELECT `comic_id`, `favourite_at`, `rating` FROM `series_marks`;
DROP TABLE `series_marks`;
ALTER TABLE `__new_series_marks` RENAME TO `series_marks`;
CREATE INDEX `favourite_series` ON `series_marks` (`user_id`,`favourite_at`,`comic_id`) WHERE "series_marks"."favourite_at" is not null;
CREATE INDEX `rated_series` ON `series_marks` (`user_id`,`rating`,`comic_id`) WHERE "series_marks"."rating" is not null;
CREATE INDEX `marks_of_series` ON `series_marks` (`comic_id`);
UPDATE `moving_rows` SET `row_key` = 'owner' || char(10) || `row_key` WHERE `run_id` IN (SELECT `run_id` FROM `moving_runs`) AND `table_name` = 'series_marks';

ALTER TABLE `library_views` ADD `user_id` text DEFAULT 'owner' NOT NULL;
ALTER TABLE `reading_lists` ADD `user_id` text DEFAULT 'owner' NOT NULL;
ALTER TABLE `reading_lists` ADD `shared` integer DEFAULT false NOT NULL;
ALTER TABLE `device_keys` ADD `user_id` text DEFAULT 'owner' NOT NULL;
ALTER TABLE `calendar_feeds` ADD `user_id` text DEFAULT 'owner' NOT NULL;

DROP INDEX `ai_threads_of_owner`;
ALTER TABLE `ai_threads` DROP COLUMN `owner`;
ALTER TABLE `ai_threads` ADD `user_id` text DEFAULT 'owner' NOT NULL;
CREATE INDEX `ai_threads_of_user` ON `ai_threads` (`user_id`,`updated_at`,`thread_id`);
ALTER TABLE `ai_actions` DROP COLUMN `owner`;
ALTER TABLE `ai_actions` ADD `user_id` text DEFAULT 'owner' NOT NULL;
