CREATE TABLE `moving_rows` (
	`run_id` text NOT NULL,
	`table_name` text NOT NULL,
	`row_key` text NOT NULL,
	`state` text NOT NULL,
	`before` text,
	PRIMARY KEY(`run_id`, `table_name`, `row_key`),
	FOREIGN KEY (`run_id`) REFERENCES `moving_runs`(`run_id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;

ALTER TABLE `moving_runs` ADD `undone_at` text;
CREATE INDEX `moving_files_by_path` ON `moving_files` (`run_id`,`path`,`comic_id`);
