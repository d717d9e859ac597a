CREATE TABLE `moving_files` (
	`sought_id` integer PRIMARY KEY NOT NULL,
	`run_id` text NOT NULL,
	`comic_id` text NOT NULL,
	`issue_id` text NOT NULL,
	`path` text NOT NULL,
	`state` text NOT NULL,
	`reason` text,
	`read_page` integer,
	`read_completed` integer,
	`read_at` text,
	FOREIGN KEY (`run_id`) REFERENCES `moving_runs`(`run_id`) ON UPDATE no action ON DELETE cascade
);

CREATE INDEX `moving_files_of_series` ON `moving_files` (`run_id`,`comic_id`);
CREATE INDEX `moving_files_by_state` ON `moving_files` (`run_id`,`state`,`comic_id`);
CREATE TABLE `moving_folders` (
	`run_id` text NOT NULL,
	`comic_id` text NOT NULL,
	`paths` text NOT NULL,
	`listed_at` text,
	`reason` text,
	PRIMARY KEY(`run_id`, `comic_id`),
	FOREIGN KEY (`run_id`) REFERENCES `moving_runs`(`run_id`) ON UPDATE no action ON DELETE cascade
);

CREATE INDEX `moving_folders_waiting` ON `moving_folders` (`run_id`,`comic_id`) WHERE "moving_folders"."listed_at" is null;
CREATE TABLE `moving_ids` (
	`run_id` text NOT NULL,
	`kind` text NOT NULL,
	`source_id` text NOT NULL,
	`own_id` text NOT NULL,
	PRIMARY KEY(`run_id`, `kind`, `source_id`),
	FOREIGN KEY (`run_id`) REFERENCES `moving_runs`(`run_id`) ON UPDATE no action ON DELETE cascade
);

CREATE TABLE `moving_omissions` (
	`omission_id` integer PRIMARY KEY NOT NULL,
	`run_id` text NOT NULL,
	`table_name` text NOT NULL,
	`outcome` text NOT NULL,
	`source_id` text NOT NULL,
	`label` text NOT NULL,
	`reason` text NOT NULL,
	FOREIGN KEY (`run_id`) REFERENCES `moving_runs`(`run_id`) ON UPDATE no action ON DELETE cascade
);

CREATE INDEX `moving_omissions_of_run` ON `moving_omissions` (`run_id`,`omission_id`);
CREATE TABLE `moving_runs` (
	`run_id` text PRIMARY KEY NOT NULL,
	`source` text NOT NULL,
	`path` text NOT NULL,
	`state` text NOT NULL,
	`path_mappings` text NOT NULL,
	`current_step` text,
	`steps_total` integer NOT NULL,
	`error` text,
	`warnings` text NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`finished_at` text
);

CREATE INDEX `moving_runs_by_time` ON `moving_runs` (`created_at`);
CREATE TABLE `moving_steps` (
	`run_id` text NOT NULL,
	`name` text NOT NULL,
	`position` integer NOT NULL,
	`rows` integer NOT NULL,
	`taken` integer NOT NULL,
	`merged` integer NOT NULL,
	`left` integer NOT NULL,
	`notes` text NOT NULL,
	`finished_at` text NOT NULL,
	PRIMARY KEY(`run_id`, `name`),
	FOREIGN KEY (`run_id`) REFERENCES `moving_runs`(`run_id`) ON UPDATE no action ON DELETE cascade
);

