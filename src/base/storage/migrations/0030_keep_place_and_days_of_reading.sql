CREATE TABLE `reading_days` (
	`day` text NOT NULL,
	`comic_id` text NOT NULL,
	`pages` integer NOT NULL,
	`issues` integer NOT NULL,
	`seconds` integer NOT NULL,
	PRIMARY KEY(`day`, `comic_id`)
);

CREATE TABLE `reading_sittings` (
	`sitting_id` text PRIMARY KEY NOT NULL,
	`pages` integer NOT NULL,
	`seconds` integer NOT NULL,
	`reported_at` text NOT NULL
);

CREATE INDEX `sittings_by_age` ON `reading_sittings` (`reported_at`);
CREATE TABLE `reading_totals` (
	`comic_id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`pages` integer NOT NULL,
	`issues` integer NOT NULL,
	`seconds` integer NOT NULL,
	`last_day` text NOT NULL
);

CREATE INDEX `totals_by_pages` ON `reading_totals` (`pages`,`comic_id`);
CREATE TABLE `reading_zone` (
	`only` integer PRIMARY KEY NOT NULL,
	`zone` text NOT NULL
);

ALTER TABLE `reading_progress` ADD `share` real;
