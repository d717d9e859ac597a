CREATE TABLE `care_checks` (
	`check_id` integer PRIMARY KEY NOT NULL,
	`checked_at` text NOT NULL
);

CREATE TABLE `care_copies` (
	`group_id` text NOT NULL,
	`file_id` text NOT NULL,
	PRIMARY KEY(`group_id`, `file_id`),
	FOREIGN KEY (`group_id`) REFERENCES `care_groups`(`group_id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`file_id`) REFERENCES `files`(`file_id`) ON UPDATE no action ON DELETE cascade
);

CREATE INDEX `care_copies_by_file` ON `care_copies` (`file_id`);
CREATE TABLE `care_findings` (
	`kind` text NOT NULL,
	`subject` text NOT NULL,
	`comic_id` text NOT NULL,
	`file_id` text,
	`sort_key` text NOT NULL,
	`detail` text NOT NULL,
	`ignored` integer DEFAULT false NOT NULL,
	PRIMARY KEY(`kind`, `subject`),
	FOREIGN KEY (`comic_id`) REFERENCES `series`(`comic_id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`file_id`) REFERENCES `files`(`file_id`) ON UPDATE no action ON DELETE cascade
);

CREATE INDEX `care_findings_in_order` ON `care_findings` (`kind`,`ignored`,`sort_key`,`subject`);
CREATE INDEX `care_findings_of_series` ON `care_findings` (`comic_id`);
CREATE INDEX `care_findings_of_file` ON `care_findings` (`file_id`);
CREATE TABLE `care_groups` (
	`group_id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`keep_id` text NOT NULL,
	`reason` text NOT NULL,
	`spare` integer NOT NULL,
	`bytes` integer NOT NULL,
	`ignored` integer DEFAULT false NOT NULL,
	FOREIGN KEY (`keep_id`) REFERENCES `files`(`file_id`) ON UPDATE no action ON DELETE cascade
);

CREATE INDEX `care_groups_by_size` ON `care_groups` (`kind`,`ignored`,`bytes`,`group_id`,`spare`);
CREATE INDEX `care_groups_by_keep` ON `care_groups` (`keep_id`);
CREATE TABLE `care_ignored` (
	`kind` text NOT NULL,
	`subject` text NOT NULL,
	PRIMARY KEY(`kind`, `subject`)
);

CREATE TABLE `care_merges` (
	`merge_id` text PRIMARY KEY NOT NULL,
	`keep_id` text NOT NULL,
	`other_id` text NOT NULL,
	`other_name` text NOT NULL,
	`issues` integer NOT NULL,
	`merged_at` text NOT NULL,
	`undone_at` text,
	`undo` text
);

CREATE INDEX `care_merges_by_age` ON `care_merges` (`merged_at`);
CREATE TABLE `care_pairs` (
	`keep_id` text NOT NULL,
	`other_id` text NOT NULL,
	`likeness` text NOT NULL,
	`sort_key` text NOT NULL,
	`ignored` integer DEFAULT false NOT NULL,
	PRIMARY KEY(`keep_id`, `other_id`),
	FOREIGN KEY (`keep_id`) REFERENCES `series`(`comic_id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`other_id`) REFERENCES `series`(`comic_id`) ON UPDATE no action ON DELETE cascade
);

CREATE INDEX `care_pairs_in_order` ON `care_pairs` (`ignored`,`sort_key`,`keep_id`);
CREATE INDEX `care_pairs_by_other` ON `care_pairs` (`other_id`);
CREATE TABLE `care_sizes` (
	`facet` text NOT NULL,
	`key` text NOT NULL,
	`label` text NOT NULL,
	`files` integer NOT NULL,
	`bytes` integer NOT NULL,
	PRIMARY KEY(`facet`, `key`)
);

CREATE TABLE `file_checks` (
	`file_id` text PRIMARY KEY NOT NULL,
	`size` integer NOT NULL,
	`modified_ms` integer NOT NULL,
	`reading` integer NOT NULL,
	`page_digest` text,
	`page_bytes` integer NOT NULL,
	`missing_pages` text,
	`problem` text,
	FOREIGN KEY (`file_id`) REFERENCES `files`(`file_id`) ON UPDATE no action ON DELETE cascade
);

CREATE INDEX `file_checks_by_digest` ON `file_checks` (`page_digest`) WHERE "file_checks"."page_digest" is not null;
ALTER TABLE `file_changes` ADD `copy_id` text;
ALTER TABLE `file_changes` ADD `removed` text;
CREATE INDEX `file_changes_kept` ON `file_changes` (`before_size`,`state`) WHERE "file_changes"."kept_path" is not null;
