CREATE TABLE `updates` (
	`update_id` text PRIMARY KEY NOT NULL,
	`version` text NOT NULL,
	`from_version` text NOT NULL,
	`state` text NOT NULL,
	`artefact` text NOT NULL,
	`etag` text,
	`received` integer DEFAULT 0 NOT NULL,
	`backup` text,
	`operation_id` text,
	`error` text,
	`created_at` text NOT NULL,
	`finished_at` text
);

ALTER TABLE `own_version` ADD `latest_notes` text;
ALTER TABLE `own_version` ADD `latest_artefacts` text;
