CREATE TABLE `bulk_deleted_rows` (
	`operation_id` text NOT NULL,
	`position` integer NOT NULL,
	`seq` integer NOT NULL,
	`head` text NOT NULL,
	`row` text NOT NULL,
	PRIMARY KEY(`operation_id`, `position`, `seq`)
);

CREATE TABLE `bulk_items` (
	`operation_id` text NOT NULL,
	`position` integer NOT NULL,
	`comic_id` text NOT NULL,
	`name` text NOT NULL,
	`state` text NOT NULL,
	`work_id` text,
	`started_at` text,
	`sentence` text,
	`undo` text,
	PRIMARY KEY(`operation_id`, `position`)
);

CREATE INDEX `bulk_items_by_state` ON `bulk_items` (`operation_id`,`state`,`position`);
