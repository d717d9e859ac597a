CREATE TABLE `reading_list_entries` (
	`list_id` text NOT NULL,
	`issue_id` text NOT NULL,
	`position` integer NOT NULL,
	`added_at` text NOT NULL,
	`removed_at` text,
	`comic_id` text NOT NULL,
	`series_name` text NOT NULL,
	`label` text NOT NULL,
	`issue_date` text,
	PRIMARY KEY(`list_id`, `issue_id`),
	FOREIGN KEY (`list_id`) REFERENCES `reading_lists`(`list_id`) ON UPDATE no action ON DELETE cascade
);

CREATE INDEX `reading_list_in_order` ON `reading_list_entries` (`list_id`,`position`) WHERE "reading_list_entries"."removed_at" is null;
CREATE TABLE `reading_lists` (
	`list_id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`removed_at` text
);

