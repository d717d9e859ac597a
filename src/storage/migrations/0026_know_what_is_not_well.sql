CREATE TABLE `health_findings` (
	`check_id` text NOT NULL,
	`subject` text NOT NULL,
	`gravity` text NOT NULL,
	`message` text NOT NULL,
	`remedy` text NOT NULL,
	`page` text,
	`since` text NOT NULL,
	`dismissed_at` text,
	PRIMARY KEY(`check_id`, `subject`)
);
--> statement-breakpoint
ALTER TABLE `jobs` ADD `failures_in_row` integer DEFAULT 0 NOT NULL;