CREATE TABLE `file_batches` (
	`batch_id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`state` text NOT NULL,
	`comic_id` text,
	`title` text NOT NULL,
	`operation_id` text,
	`created_at` text NOT NULL,
	`finished_at` text
);
--> statement-breakpoint
CREATE INDEX `file_batches_of_series` ON `file_batches` (`comic_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `file_batches_by_age` ON `file_batches` (`created_at`);--> statement-breakpoint
CREATE TABLE `file_changes` (
	`change_id` text PRIMARY KEY NOT NULL,
	`batch_id` text NOT NULL,
	`position` integer NOT NULL,
	`kind` text NOT NULL,
	`state` text NOT NULL,
	`file_id` text NOT NULL,
	`from_path` text NOT NULL,
	`to_path` text NOT NULL,
	`temp_path` text,
	`kept_path` text,
	`before_size` integer,
	`before_modified_ms` integer,
	`after_size` integer,
	`after_modified_ms` integer,
	`after_hash` text,
	`before_notes` text,
	`error` text,
	`changed_at` text,
	FOREIGN KEY (`batch_id`) REFERENCES `file_batches`(`batch_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `file_changes_of_batch` ON `file_changes` (`batch_id`,`position`);--> statement-breakpoint
CREATE INDEX `file_changes_of_file` ON `file_changes` (`file_id`);--> statement-breakpoint
CREATE INDEX `file_changes_by_state` ON `file_changes` (`state`);--> statement-breakpoint
CREATE TABLE `issue_sources` (
	`issue_id` text NOT NULL,
	`source` text NOT NULL,
	`provider_id` text,
	`facts` text NOT NULL,
	`detailed` integer DEFAULT false NOT NULL,
	`changed` text,
	`said_at` text NOT NULL,
	`removed_at` text,
	PRIMARY KEY(`issue_id`, `source`),
	FOREIGN KEY (`issue_id`) REFERENCES `issues`(`issue_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `issue_sources_by_id` ON `issue_sources` (`source`,`provider_id`);--> statement-breakpoint
CREATE TABLE `metadata_providers` (
	`provider` text PRIMARY KEY NOT NULL,
	`failure` text,
	`detail` text,
	`failures_in_row` integer DEFAULT 0 NOT NULL,
	`blocked_until` text,
	`spent` text,
	`last_asked_at` text,
	`last_ok_at` text,
	`last_failed_at` text
);
--> statement-breakpoint
CREATE TABLE `metadata_replies` (
	`key` text PRIMARY KEY NOT NULL,
	`provider` text NOT NULL,
	`body` text NOT NULL,
	`size` integer NOT NULL,
	`etag` text,
	`last_modified` text,
	`kept_at` text NOT NULL,
	`fresh_until` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `metadata_replies_by_age` ON `metadata_replies` (`kept_at`);--> statement-breakpoint
CREATE TABLE `series_sources` (
	`comic_id` text NOT NULL,
	`source` text NOT NULL,
	`provider_id` text,
	`facts` text NOT NULL,
	`changed` text,
	`said_at` text NOT NULL,
	`checked_at` text,
	`removed_at` text,
	PRIMARY KEY(`comic_id`, `source`),
	FOREIGN KEY (`comic_id`) REFERENCES `series`(`comic_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `series_sources_once` ON `series_sources` (`source`,`provider_id`) WHERE "series_sources"."provider_id" is not null;--> statement-breakpoint
CREATE INDEX `series_sources_stalest` ON `series_sources` (`source`,`checked_at`);--> statement-breakpoint
ALTER TABLE `issues` ADD `volume_number` text;--> statement-breakpoint
ALTER TABLE `series` ADD `aliases` text;--> statement-breakpoint
ALTER TABLE `series` ADD `end_year` integer;--> statement-breakpoint
ALTER TABLE `series` ADD `publication` text;--> statement-breakpoint
ALTER TABLE `series` ADD `age_rating` text;--> statement-breakpoint
ALTER TABLE `series` ADD `genres` text;--> statement-breakpoint
ALTER TABLE `series` ADD `image_url` text;--> statement-breakpoint
ALTER TABLE `series` ADD `removed_upstream_at` text;--> statement-breakpoint
ALTER TABLE `series` ADD `want_new` integer DEFAULT false NOT NULL;