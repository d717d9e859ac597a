-- Progress and bookmarks keep their rowid: undo data of deleted series names them by it.
CREATE TABLE `__new_reading_progress` (
	`content_key` text NOT NULL,
	`user_id` text DEFAULT 'owner' NOT NULL,
	`issue_id` text,
	`comic_id` text,
	`page` integer NOT NULL,
	`page_count` integer NOT NULL,
	`share` real,
	`furthest` integer NOT NULL,
	`completed` integer NOT NULL,
	`again` integer,
	`started_at` text NOT NULL,
	`read_at` text NOT NULL,
	`finished_at` text,
	`times_read` integer DEFAULT 0 NOT NULL,
	`device` text,
	`device_id` text,
	`revision` integer NOT NULL,
	PRIMARY KEY(`content_key`, `user_id`),
	FOREIGN KEY (`issue_id`) REFERENCES `issues`(`issue_id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`comic_id`) REFERENCES `series`(`comic_id`) ON UPDATE no action ON DELETE set null
);
INSERT INTO `__new_reading_progress` (rowid, `content_key`, `issue_id`, `comic_id`, `page`, `page_count`, `share`, `furthest`, `completed`, `again`, `started_at`, `read_at`, `finished_at`, `times_read`, `device`, `device_id`, `revision`) SELECT rowid, `content_key`, `issue_id`, `comic_id`, `page`, `page_count`, `share`, `furthest`, `completed`, `again`, `started_at`, `read_at`, `finished_at`, `times_read`, `device`, `device_id`, `revision` FROM `reading_progress`;
DROP TABLE `reading_progress`;
ALTER TABLE `__new_reading_progress` RENAME TO `reading_progress`;
CREATE INDEX `progress_by_issue` ON `reading_progress` (`issue_id`,`user_id`);
CREATE INDEX `progress_by_series` ON `reading_progress` (`comic_id`);
CREATE INDEX `progress_by_revision` ON `reading_progress` (`user_id`,`revision`);
CREATE INDEX `progress_by_time` ON `reading_progress` (`user_id`,`read_at`);

CREATE TABLE `__new_series_reading` (
	`comic_id` text NOT NULL,
	`user_id` text DEFAULT 'owner' NOT NULL,
	`read` integer NOT NULL,
	`reading` integer NOT NULL,
	`current_issue_id` text,
	`after_issue_id` text,
	`next_issue_id` text,
	`read_at` text,
	PRIMARY KEY(`comic_id`, `user_id`),
	FOREIGN KEY (`comic_id`) REFERENCES `series`(`comic_id`) ON UPDATE no action ON DELETE cascade
);
INSERT INTO `__new_series_reading` (`comic_id`, `read`, `reading`, `current_issue_id`, `after_issue_id`, `next_issue_id`, `read_at`) SELECT `comic_id`, `read`, `reading`, `current_issue_id`, `after_issue_id`, `next_issue_id`, `read_at` FROM `series_reading`;
DROP TABLE `series_reading`;
ALTER TABLE `__new_series_reading` RENAME TO `series_reading`;
CREATE INDEX `series_under_way` ON `series_reading` (`user_id`,`read_at`,`comic_id`,`current_issue_id`) WHERE "series_reading"."current_issue_id" is not null;
CREATE INDEX `series_on_deck` ON `series_reading` (`user_id`,`read_at`,`comic_id`,`next_issue_id`,`after_issue_id`) WHERE "series_reading"."next_issue_id" is not null;

CREATE TABLE `__new_bookmarks` (
	`content_key` text NOT NULL,
	`user_id` text DEFAULT 'owner' NOT NULL,
	`page` integer NOT NULL,
	`issue_id` text,
	`note` text,
	`created_at` text NOT NULL,
	PRIMARY KEY(`content_key`, `user_id`, `page`),
	FOREIGN KEY (`issue_id`) REFERENCES `issues`(`issue_id`) ON UPDATE no action ON DELETE set null
);
INSERT INTO `__new_bookmarks` (rowid, `content_key`, `page`, `issue_id`, `note`, `created_at`) SELECT rowid, `content_key`, `page`, `issue_id`, `note`, `created_at` FROM `bookmarks`;
DROP TABLE `bookmarks`;
ALTER TABLE `__new_bookmarks` RENAME TO `bookmarks`;
CREATE INDEX `bookmarks_by_issue` ON `bookmarks` (`issue_id`,`user_id`);

CREATE TABLE `__new_reading_views` (
	`comic_id` text NOT NULL,
	`user_id` text DEFAULT 'owner' NOT NULL,
	`view` text NOT NULL,
	PRIMARY KEY(`comic_id`, `user_id`),
	FOREIGN KEY (`comic_id`) REFERENCES `series`(`comic_id`) ON UPDATE no action ON DELETE cascade
);
INSERT INTO `__new_reading_views` (`comic_id`, `view`) SELECT `comic_id`, `view` FROM `reading_views`;
DROP TABLE `reading_views`;
ALTER TABLE `__new_reading_views` RENAME TO `reading_views`;

CREATE TABLE `__new_synced_documents` (
	`document` text NOT NULL,
	`user_id` text DEFAULT 'owner' NOT NULL,
	`progress` text NOT NULL,
	`percentage` real NOT NULL,
	`device` text NOT NULL,
	`device_id` text,
	`synced_at` text NOT NULL,
	`key_device_id` text,
	PRIMARY KEY(`document`, `user_id`)
);
INSERT INTO `__new_synced_documents` (`document`, `progress`, `percentage`, `device`, `device_id`, `synced_at`, `key_device_id`) SELECT `document`, `progress`, `percentage`, `device`, `device_id`, `synced_at`, `key_device_id` FROM `synced_documents`;
DROP TABLE `synced_documents`;
ALTER TABLE `__new_synced_documents` RENAME TO `synced_documents`;
CREATE INDEX `synced_by_key` ON `synced_documents` (`user_id`,`key_device_id`,`synced_at`);

CREATE TABLE `__new_reading_sittings` (
	`user_id` text DEFAULT 'owner' NOT NULL,
	`sitting_id` text NOT NULL,
	`pages` integer NOT NULL,
	`seconds` integer NOT NULL,
	`reported_at` text NOT NULL,
	PRIMARY KEY(`user_id`, `sitting_id`)
);
INSERT INTO `__new_reading_sittings` (`sitting_id`, `pages`, `seconds`, `reported_at`) SELECT `sitting_id`, `pages`, `seconds`, `reported_at` FROM `reading_sittings`;
DROP TABLE `reading_sittings`;
ALTER TABLE `__new_reading_sittings` RENAME TO `reading_sittings`;
CREATE INDEX `sittings_by_age` ON `reading_sittings` (`reported_at`);

CREATE TABLE `__new_reading_days` (
	`user_id` text DEFAULT 'owner' NOT NULL,
	`day` text NOT NULL,
	`comic_id` text NOT NULL,
	`pages` integer NOT NULL,
	`issues` integer NOT NULL,
	`seconds` integer NOT NULL,
	PRIMARY KEY(`user_id`, `day`, `comic_id`)
);
INSERT INTO `__new_reading_days` (`day`, `comic_id`, `pages`, `issues`, `seconds`) SELECT `day`, `comic_id`, `pages`, `issues`, `seconds` FROM `reading_days`;
DROP TABLE `reading_days`;
ALTER TABLE `__new_reading_days` RENAME TO `reading_days`;

CREATE TABLE `__new_device_reports` (
	`user_id` text DEFAULT 'owner' NOT NULL,
	`device` text NOT NULL,
	`issue_id` text NOT NULL,
	`said_at` text NOT NULL,
	`counted_at` text NOT NULL,
	`received_at` text NOT NULL,
	PRIMARY KEY(`user_id`, `device`, `issue_id`),
	FOREIGN KEY (`issue_id`) REFERENCES `issues`(`issue_id`) ON UPDATE no action ON DELETE cascade
);
INSERT INTO `__new_device_reports` (`device`, `issue_id`, `said_at`, `counted_at`, `received_at`) SELECT `device`, `issue_id`, `said_at`, `counted_at`, `received_at` FROM `device_reports`;
DROP TABLE `device_reports`;
ALTER TABLE `__new_device_reports` RENAME TO `device_reports`;
CREATE INDEX `device_reports_by_issue` ON `device_reports` (`issue_id`);
CREATE INDEX `device_reports_by_age` ON `device_reports` (`received_at`);

CREATE TABLE `__new_reading_totals` (
	`user_id` text DEFAULT 'owner' NOT NULL,
	`comic_id` text NOT NULL,
	`name` text NOT NULL,
	`pages` integer NOT NULL,
	`issues` integer NOT NULL,
	`seconds` integer NOT NULL,
	`last_day` text NOT NULL,
	PRIMARY KEY(`user_id`, `comic_id`)
);
INSERT INTO `__new_reading_totals` (`comic_id`, `name`, `pages`, `issues`, `seconds`, `last_day`) SELECT `comic_id`, `name`, `pages`, `issues`, `seconds`, `last_day` FROM `reading_totals`;
DROP TABLE `reading_totals`;
ALTER TABLE `__new_reading_totals` RENAME TO `reading_totals`;
CREATE INDEX `totals_by_pages` ON `reading_totals` (`user_id`,`pages`,`comic_id`);

CREATE TABLE `__new_reading_zone` (
	`user_id` text PRIMARY KEY DEFAULT 'owner' NOT NULL,
	`zone` text NOT NULL
);
INSERT INTO `__new_reading_zone` (`zone`) SELECT `zone` FROM `reading_zone`;
DROP TABLE `reading_zone`;
ALTER TABLE `__new_reading_zone` RENAME TO `reading_zone`;

CREATE TABLE `__new_catalog_pages` (
	`user_id` text DEFAULT 'owner' NOT NULL,
	`path` text NOT NULL,
	`tag` text NOT NULL,
	`changed_at` text NOT NULL,
	PRIMARY KEY(`user_id`, `path`)
);
INSERT INTO `__new_catalog_pages` (`path`, `tag`, `changed_at`) SELECT `path`, `tag`, `changed_at` FROM `catalog_pages`;
DROP TABLE `catalog_pages`;
ALTER TABLE `__new_catalog_pages` RENAME TO `catalog_pages`;

UPDATE `moving_rows` SET `row_key` = 'owner' || char(10) || `row_key`
	WHERE `table_name` IN ('reading_progress', 'bookmarks', 'reading_days', 'reading_totals');
