CREATE TABLE `page_files` (
	`file_no` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`file_id` text NOT NULL,
	`size` integer NOT NULL,
	`modified_ms` integer NOT NULL,
	`prints` blob NOT NULL,
	`hidden` blob
);

CREATE UNIQUE INDEX `page_files_file_id_unique` ON `page_files` (`file_id`);
CREATE TABLE `page_prints` (
	`crc` integer NOT NULL,
	`size` integer NOT NULL,
	`file_no` integer NOT NULL,
	`page` integer NOT NULL,
	PRIMARY KEY(`crc`, `size`, `file_no`, `page`)
) WITHOUT ROWID;

CREATE TABLE `repeated_pages` (
	`crc` integer NOT NULL,
	`size` integer NOT NULL,
	`files` integer NOT NULL,
	`state` text DEFAULT 'found' NOT NULL,
	`rule` text,
	`decided_at` text,
	`look` text,
	`sha256` text,
	`width` integer,
	`height` integer,
	`picture_hash` text,
	`near_to` text,
	PRIMARY KEY(`crc`, `size`)
);

CREATE INDEX `repeated_pages_by_state` ON `repeated_pages` (`state`,`files`);
CREATE INDEX `repeated_pages_by_near` ON `repeated_pages` (`near_to`);
