CREATE TABLE `series_reading` (
	`comic_id` text PRIMARY KEY NOT NULL,
	`read` integer NOT NULL,
	`reading` integer NOT NULL,
	`current_issue_id` text,
	`after_issue_id` text,
	`next_issue_id` text,
	`read_at` text,
	FOREIGN KEY (`comic_id`) REFERENCES `series`(`comic_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `series_under_way` ON `series_reading` (`read_at`,`comic_id`,`current_issue_id`) WHERE "series_reading"."current_issue_id" is not null;--> statement-breakpoint
CREATE INDEX `series_on_deck` ON `series_reading` (`read_at`,`comic_id`,`next_issue_id`,`after_issue_id`) WHERE "series_reading"."next_issue_id" is not null;