CREATE TABLE `timeline` (
	`event_id` integer PRIMARY KEY NOT NULL,
	`created_at` text NOT NULL,
	`activity` text NOT NULL,
	`status` text NOT NULL,
	`subject_type` text NOT NULL,
	`subject_id` text NOT NULL,
	`subject_label` text NOT NULL,
	`reason_code` text,
	`reason_detail` text,
	`provider` text,
	`run_id` text,
	`release_key` text,
	`parent_series_id` text,
	`scope_type` text,
	`scope_id` text
);
--> statement-breakpoint
CREATE INDEX `timeline_by_time` ON `timeline` (`created_at`,`event_id`);--> statement-breakpoint
CREATE INDEX `timeline_of_subject` ON `timeline` (`subject_type`,`subject_id`,`event_id`);--> statement-breakpoint
CREATE INDEX `timeline_of_series` ON `timeline` (`parent_series_id`,`event_id`);--> statement-breakpoint
CREATE INDEX `timeline_of_scope` ON `timeline` (`scope_type`,`scope_id`,`event_id`);--> statement-breakpoint
CREATE TABLE `ddl_items` (
	`ddl_id` text PRIMARY KEY NOT NULL,
	`client_name` text NOT NULL,
	`status` text NOT NULL,
	`links` text NOT NULL,
	`link_at` integer DEFAULT 0 NOT NULL,
	`filename` text NOT NULL,
	`size` integer,
	`got` integer DEFAULT 0 NOT NULL,
	`etag` text,
	`series` text,
	`year` text,
	`issues` text,
	`site` text NOT NULL,
	`link_type` text,
	`mainlink` text,
	`comic_id` text,
	`issue_id` text,
	`pack` integer DEFAULT false NOT NULL,
	`oneoff` integer DEFAULT false NOT NULL,
	`path` text,
	`attempts` integer DEFAULT 0 NOT NULL,
	`retry_at` text,
	`moved_at` text,
	`error` text,
	`submitted_at` text NOT NULL,
	`updated_at` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `ddl_items_by_name` ON `ddl_items` (`client_name`);--> statement-breakpoint
CREATE INDEX `ddl_items_by_status` ON `ddl_items` (`status`,`submitted_at`);--> statement-breakpoint
CREATE TABLE `download_clients` (
	`client_id` text PRIMARY KEY NOT NULL,
	`type` text NOT NULL,
	`name` text NOT NULL,
	`protocol` text NOT NULL,
	`enabled` integer DEFAULT true NOT NULL,
	`position` integer DEFAULT 0 NOT NULL,
	`address` text NOT NULL,
	`username` text DEFAULT '' NOT NULL,
	`secret` text DEFAULT '' NOT NULL,
	`verify` integer DEFAULT true NOT NULL,
	`category` text DEFAULT 'comics' NOT NULL,
	`settings` text NOT NULL,
	`placing` text DEFAULT 'move' NOT NULL,
	`seed_ratio` real,
	`seed_minutes` integer,
	`remove_completed` integer DEFAULT true NOT NULL,
	`remove_failed` integer DEFAULT true NOT NULL,
	`added_at` text NOT NULL,
	`version` text,
	`failure` text,
	`detail` text,
	`failing_since` text,
	`last_ok_at` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `download_clients_one_name` ON `download_clients` (`name`);--> statement-breakpoint
CREATE TABLE `own_torrents` (
	`info_hash` text PRIMARY KEY NOT NULL,
	`client_name` text NOT NULL,
	`magnet` text,
	`torrent` text,
	`folder` text NOT NULL,
	`uploaded` integer DEFAULT 0 NOT NULL,
	`seeded_seconds` integer DEFAULT 0 NOT NULL,
	`completed_at` text,
	`error` text,
	`added_at` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `path_mappings` (
	`mapping_id` text PRIMARY KEY NOT NULL,
	`client_id` text NOT NULL,
	`remote` text NOT NULL,
	`local` text NOT NULL,
	`position` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`client_id`) REFERENCES `download_clients`(`client_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `path_mappings_of_client` ON `path_mappings` (`client_id`,`position`);--> statement-breakpoint
CREATE TABLE `hook_calls` (
	`call_id` text PRIMARY KEY NOT NULL,
	`hook` text NOT NULL,
	`payload` text NOT NULL,
	`state` text NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`due_at` text NOT NULL,
	`error` text,
	`created_at` text NOT NULL,
	`done_at` text
);
--> statement-breakpoint
CREATE INDEX `hook_calls_due` ON `hook_calls` (`state`,`due_at`);--> statement-breakpoint
CREATE TABLE `placements` (
	`placement_id` text PRIMARY KEY NOT NULL,
	`item_id` text NOT NULL,
	`position` integer NOT NULL,
	`source_path` text NOT NULL,
	`inner` text DEFAULT '' NOT NULL,
	`size` integer NOT NULL,
	`modified_ms` integer NOT NULL,
	`state` text NOT NULL,
	`decision` text,
	`issue_ids` text,
	`comic_id` text,
	`target` text,
	`target_hash` text,
	`file_id` text,
	`replaced_file_id` text,
	`detail` text,
	`updated_at` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `placements_of_item` ON `placements` (`item_id`,`position`);--> statement-breakpoint
ALTER TABLE `journal` ADD `origin` text DEFAULT 'grab' NOT NULL;--> statement-breakpoint
ALTER TABLE `journal` ADD `requested_by` text;--> statement-breakpoint
ALTER TABLE `journal` ADD `info_hash` text;--> statement-breakpoint
ALTER TABLE `journal` ADD `minimum_ratio` real;--> statement-breakpoint
ALTER TABLE `journal` ADD `minimum_seed_seconds` integer;--> statement-breakpoint
ALTER TABLE `journal` ADD `content_path` text;--> statement-breakpoint
ALTER TABLE `journal` ADD `bytes_done` integer;--> statement-breakpoint
ALTER TABLE `journal` ADD `stalled_since` text;--> statement-breakpoint
ALTER TABLE `journal` ADD `missing_since` text;--> statement-breakpoint
ALTER TABLE `journal` ADD `unreachable_since` text;--> statement-breakpoint
ALTER TABLE `journal` ADD `held` text;--> statement-breakpoint
ALTER TABLE `journal` ADD `again_at` text;--> statement-breakpoint
ALTER TABLE `journal` ADD `resolved_at` text;--> statement-breakpoint
CREATE INDEX `journal_again` ON `journal` (`again_at`) WHERE "journal"."again_at" is not null;--> statement-breakpoint
CREATE INDEX `journal_held` ON `journal` (`held`) WHERE "journal"."held" in ('waiting','dropping','seeding');--> statement-breakpoint
CREATE INDEX `journal_unresolved` ON `journal` (`updated_at`) WHERE "journal"."stage" in ('failed','manual_review') and "journal"."resolution" is null;