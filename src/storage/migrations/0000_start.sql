CREATE TABLE `login_failures` (
	`door` text PRIMARY KEY NOT NULL,
	`count` integer NOT NULL,
	`first_at` text NOT NULL,
	`locked_until` text
);
--> statement-breakpoint
CREATE INDEX `login_failures_by_age` ON `login_failures` (`first_at`);--> statement-breakpoint
CREATE TABLE `revoked_sessions` (
	`sid` text PRIMARY KEY NOT NULL,
	`expires_at` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `import_files` (
	`scan_id` text NOT NULL,
	`path` text NOT NULL,
	`root_length` integer NOT NULL,
	`group_id` text,
	`size` integer NOT NULL,
	`modified_ms` integer NOT NULL,
	`format` text,
	`page_count` integer,
	`cover_page` integer,
	`content_hash` text,
	`duplicate_of` text,
	`problem` text,
	`in_library` integer DEFAULT false NOT NULL,
	`kind` text DEFAULT 'issue' NOT NULL,
	`unit` text DEFAULT 'issue' NOT NULL,
	`number` text DEFAULT '' NOT NULL,
	`number_end` text DEFAULT '' NOT NULL,
	`said` integer DEFAULT false NOT NULL,
	`sort_key` text DEFAULT '' NOT NULL,
	`title` text,
	`year` integer,
	`release_date` text,
	`writer` text,
	`summary` text,
	`evidence` text NOT NULL,
	FOREIGN KEY (`scan_id`) REFERENCES `import_scans`(`scan_id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`group_id`) REFERENCES `import_groups`(`group_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `import_files_by_path` ON `import_files` (`scan_id`,`path`);--> statement-breakpoint
CREATE INDEX `import_files_by_group` ON `import_files` (`group_id`,`sort_key`);--> statement-breakpoint
CREATE INDEX `import_files_with_problem` ON `import_files` (`scan_id`) WHERE "import_files"."problem" is not null;--> statement-breakpoint
CREATE TABLE `import_groups` (
	`group_id` text PRIMARY KEY NOT NULL,
	`scan_id` text NOT NULL,
	`comic_id` text NOT NULL,
	`series_name` text NOT NULL,
	`sort_name` text NOT NULL,
	`year` integer,
	`publisher` text,
	`imprint` text,
	`volume` integer,
	`content_type` text NOT NULL,
	`content_type_chosen` integer DEFAULT false NOT NULL,
	`reading_direction` text NOT NULL,
	`bare_number_mode` text DEFAULT 'auto' NOT NULL,
	`location` text,
	`description` text,
	`language` text,
	`book_type` text,
	`total_issues` integer,
	`provider_ids` text NOT NULL,
	`file_count` integer NOT NULL,
	`new_files` integer NOT NULL,
	`issue_count` integer NOT NULL,
	`size_bytes` integer NOT NULL,
	`confidence` integer NOT NULL,
	`found_confidence` integer,
	`said` integer DEFAULT false NOT NULL,
	`confidence_parts` text NOT NULL,
	`evidence` text NOT NULL,
	`existing_comic_id` text,
	`errors` text NOT NULL,
	`imported_at` text,
	FOREIGN KEY (`scan_id`) REFERENCES `import_scans`(`scan_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `import_groups_one_series` ON `import_groups` (`scan_id`,`comic_id`);--> statement-breakpoint
CREATE TABLE `import_inbox` (
	`imp_id` text PRIMARY KEY NOT NULL,
	`path` text NOT NULL,
	`size` integer NOT NULL,
	`modified_ms` integer NOT NULL,
	`status` text DEFAULT 'Not Imported' NOT NULL,
	`ignored` integer DEFAULT false NOT NULL,
	`edited` integer DEFAULT false NOT NULL,
	`content_type` text NOT NULL,
	`series_name` text NOT NULL,
	`match_key` text NOT NULL,
	`year` integer,
	`volume` integer,
	`kind` text NOT NULL,
	`unit` text NOT NULL,
	`number` text NOT NULL,
	`number_end` text DEFAULT '' NOT NULL,
	`title` text,
	`release_date` text,
	`writer` text,
	`summary` text,
	`suggested_comic_id` text,
	`suggested_issue_id` text,
	`suggested_name` text,
	`confidence` integer,
	`match_source` text NOT NULL,
	`problem` text,
	`comic_id` text,
	`issue_id` text,
	`target` text,
	`target_hash` text,
	`removes_source` integer DEFAULT false NOT NULL,
	`first_seen_at` text NOT NULL,
	`imported_at` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `import_inbox_by_path` ON `import_inbox` (`path`);--> statement-breakpoint
CREATE INDEX `import_inbox_by_group` ON `import_inbox` (`match_key`,`volume`);--> statement-breakpoint
CREATE TABLE `import_made` (
	`operation_id` text NOT NULL,
	`kind` text NOT NULL,
	`id` text NOT NULL,
	`file_id` text DEFAULT '' NOT NULL,
	PRIMARY KEY(`operation_id`, `kind`, `id`, `file_id`)
);
--> statement-breakpoint
CREATE TABLE `import_scans` (
	`scan_id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`state` text NOT NULL,
	`total_files` integer DEFAULT 0 NOT NULL,
	`processed_files` integer DEFAULT 0 NOT NULL,
	`series_found` integer DEFAULT 0 NOT NULL,
	`moved_files` integer DEFAULT 0 NOT NULL,
	`missing_files` integer DEFAULT 0 NOT NULL,
	`current_series` text,
	`errors` text NOT NULL,
	`started_at` text NOT NULL,
	`finished_at` text
);
--> statement-breakpoint
CREATE INDEX `import_scans_newest` ON `import_scans` (`kind`,`started_at`);--> statement-breakpoint
CREATE TABLE `catalog_pages` (
	`path` text PRIMARY KEY NOT NULL,
	`tag` text NOT NULL,
	`changed_at` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `covers` (
	`file_id` text PRIMARY KEY NOT NULL,
	`width` integer NOT NULL,
	`height` integer NOT NULL,
	`color` text NOT NULL,
	`version` text NOT NULL,
	FOREIGN KEY (`file_id`) REFERENCES `files`(`file_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `files` (
	`file_id` text PRIMARY KEY NOT NULL,
	`path` text NOT NULL,
	`size` integer NOT NULL,
	`modified_ms` integer NOT NULL,
	`format` text NOT NULL,
	`page_count` integer NOT NULL,
	`cover_page` integer DEFAULT 0 NOT NULL,
	`content_hash` text,
	`added_at` text NOT NULL,
	`gone_at` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `files_by_path` ON `files` (`path`);--> statement-breakpoint
CREATE INDEX `files_by_added` ON `files` (`added_at`,`file_id`);--> statement-breakpoint
CREATE INDEX `files_by_hash` ON `files` (`content_hash`);--> statement-breakpoint
CREATE TABLE `issue_files` (
	`issue_id` text NOT NULL,
	`file_id` text NOT NULL,
	PRIMARY KEY(`issue_id`, `file_id`),
	FOREIGN KEY (`issue_id`) REFERENCES `issues`(`issue_id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`file_id`) REFERENCES `files`(`file_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `issue_files_by_file` ON `issue_files` (`file_id`);--> statement-breakpoint
CREATE TABLE `issues` (
	`issue_id` text PRIMARY KEY NOT NULL,
	`comic_id` text NOT NULL,
	`kind` text NOT NULL,
	`unit` text NOT NULL,
	`number` text NOT NULL,
	`sort_key` text NOT NULL,
	`title` text,
	`release_date` text,
	`issue_date` text,
	`digital_date` text,
	`intent` text DEFAULT 'policy' NOT NULL,
	`fulfillment` text DEFAULT 'missing' NOT NULL,
	`image_url` text,
	`writer` text,
	`summary` text,
	`added_at` text NOT NULL,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`comic_id`) REFERENCES `series`(`comic_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `issues_one_number` ON `issues` (`comic_id`,`kind`,`unit`,`number`);--> statement-breakpoint
CREATE INDEX `issues_in_order` ON `issues` (`comic_id`,`kind`,`sort_key`);--> statement-breakpoint
CREATE INDEX `issues_wanted` ON `issues` (`release_date`,`issue_id`,`comic_id`) WHERE "issues"."intent" = 'wanted' and "issues"."fulfillment" = 'missing';--> statement-breakpoint
CREATE INDEX `issues_wanted_of_series` ON `issues` (`comic_id`,`release_date`,`issue_id`) WHERE "issues"."intent" = 'wanted' and "issues"."fulfillment" = 'missing';--> statement-breakpoint
CREATE TABLE `series` (
	`comic_id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`sort_name` text NOT NULL,
	`match_key` text NOT NULL,
	`content_type` text NOT NULL,
	`content_type_chosen` integer DEFAULT false NOT NULL,
	`status` text DEFAULT 'active' NOT NULL,
	`source` text DEFAULT 'local' NOT NULL,
	`year` integer,
	`publisher` text,
	`imprint` text,
	`volume` integer,
	`book_type` text DEFAULT 'Print' NOT NULL,
	`description` text,
	`language` text,
	`reading_direction` text DEFAULT 'ltr' NOT NULL,
	`location` text,
	`allow_packs` integer DEFAULT false NOT NULL,
	`ignore_type` integer DEFAULT false NOT NULL,
	`bare_number_mode` text DEFAULT 'auto' NOT NULL,
	`monitor_mode` text DEFAULT 'blended' NOT NULL,
	`added_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`total` integer DEFAULT 0 NOT NULL,
	`have` integer DEFAULT 0 NOT NULL,
	`wanted` integer DEFAULT 0 NOT NULL,
	`latest_issue_id` text,
	`latest_number` text,
	`latest_date` text,
	`cover_issue_id` text,
	`cover_version` text,
	`files_at` text
);
--> statement-breakpoint
CREATE INDEX `series_by_name` ON `series` (`sort_name`,`comic_id`);--> statement-breakpoint
CREATE INDEX `series_by_publisher` ON `series` (`publisher`,`sort_name`);--> statement-breakpoint
CREATE INDEX `series_by_files_at` ON `series` (`files_at`);--> statement-breakpoint
CREATE INDEX `series_by_key` ON `series` (`match_key`);--> statement-breakpoint
CREATE TABLE `jobs` (
	`name` text PRIMARY KEY NOT NULL,
	`last_started_at` text,
	`last_finished_at` text,
	`last_ok` integer,
	`last_error` text
);
--> statement-breakpoint
CREATE TABLE `operations` (
	`operation_id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`subject` text NOT NULL,
	`payload` text NOT NULL,
	`state` text NOT NULL,
	`progress` real DEFAULT 0 NOT NULL,
	`detail` text,
	`error` text,
	`attempt` integer DEFAULT 0 NOT NULL,
	`requested_by` text,
	`created_at` text NOT NULL,
	`started_at` text,
	`finished_at` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `operations_one_active` ON `operations` (`kind`,`subject`) WHERE "operations"."state" in ('queued','running');--> statement-breakpoint
CREATE INDEX `operations_by_kind` ON `operations` (`kind`,`created_at`);