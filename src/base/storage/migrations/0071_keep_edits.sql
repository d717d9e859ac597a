CREATE TABLE `edit_rows` (
	`edit_id` text NOT NULL,
	`position` integer NOT NULL,
	`comic_id` text NOT NULL,
	`issue_id` text,
	`name` text NOT NULL,
	`state` text NOT NULL,
	`changes` text NOT NULL,
	`seen` text NOT NULL,
	`before` text,
	`sentence` text,
	PRIMARY KEY(`edit_id`, `position`),
	FOREIGN KEY (`edit_id`) REFERENCES `edits`(`edit_id`) ON UPDATE no action ON DELETE cascade
);

CREATE INDEX `edit_rows_by_state` ON `edit_rows` (`edit_id`,`state`,`position`);
CREATE TABLE `edits` (
	`edit_id` text PRIMARY KEY NOT NULL,
	`of` text NOT NULL,
	`state` text NOT NULL,
	`edited_by` text NOT NULL,
	`created_at` text NOT NULL
);

CREATE INDEX `edits_by_age` ON `edits` (`created_at`);
ALTER TABLE `series` ADD `sort_title` text;
