CREATE TABLE `device_keys` (
	`device_id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`key_hash` text NOT NULL,
	`kosync_hash` text NOT NULL,
	`created_at` text NOT NULL,
	`last_used_at` text,
	`last_agent` text,
	`last_address` text,
	`counts_streaming` integer DEFAULT true NOT NULL,
	`comic_types` text DEFAULT 'standard' NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `device_keys_by_key` ON `device_keys` (`key_hash`);--> statement-breakpoint
CREATE UNIQUE INDEX `device_keys_by_kosync` ON `device_keys` (`kosync_hash`);--> statement-breakpoint
CREATE TABLE `bookmarks` (
	`content_key` text NOT NULL,
	`page` integer NOT NULL,
	`issue_id` text,
	`note` text,
	`created_at` text NOT NULL,
	PRIMARY KEY(`content_key`, `page`),
	FOREIGN KEY (`issue_id`) REFERENCES `issues`(`issue_id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `bookmarks_by_issue` ON `bookmarks` (`issue_id`);--> statement-breakpoint
CREATE TABLE `document_digests` (
	`file_id` text NOT NULL,
	`method` text NOT NULL,
	`document` text NOT NULL,
	`path` text NOT NULL,
	`size` integer NOT NULL,
	`modified_ms` integer NOT NULL,
	PRIMARY KEY(`file_id`, `method`),
	FOREIGN KEY (`file_id`) REFERENCES `files`(`file_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `digests_by_document` ON `document_digests` (`document`);--> statement-breakpoint
CREATE TABLE `page_sizes` (
	`file_id` text PRIMARY KEY NOT NULL,
	`pages` text NOT NULL,
	`version` text NOT NULL,
	FOREIGN KEY (`file_id`) REFERENCES `files`(`file_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `reading_progress` (
	`content_key` text PRIMARY KEY NOT NULL,
	`issue_id` text,
	`comic_id` text,
	`page` integer NOT NULL,
	`page_count` integer NOT NULL,
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
	FOREIGN KEY (`issue_id`) REFERENCES `issues`(`issue_id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`comic_id`) REFERENCES `series`(`comic_id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `progress_by_issue` ON `reading_progress` (`issue_id`);--> statement-breakpoint
CREATE INDEX `progress_by_series` ON `reading_progress` (`comic_id`,`read_at`);--> statement-breakpoint
CREATE INDEX `progress_by_revision` ON `reading_progress` (`revision`);--> statement-breakpoint
CREATE INDEX `progress_under_way` ON `reading_progress` (`read_at`) WHERE "reading_progress"."completed" = 0 and "reading_progress"."furthest" > 0;--> statement-breakpoint
CREATE TABLE `reading_views` (
	`comic_id` text PRIMARY KEY NOT NULL,
	`view` text NOT NULL,
	FOREIGN KEY (`comic_id`) REFERENCES `series`(`comic_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `synced_documents` (
	`document` text PRIMARY KEY NOT NULL,
	`progress` text NOT NULL,
	`percentage` real NOT NULL,
	`device` text NOT NULL,
	`device_id` text,
	`synced_at` text NOT NULL
);
