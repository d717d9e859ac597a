CREATE TABLE `blocklist` (
	`digest` text PRIMARY KEY NOT NULL,
	`title` text NOT NULL,
	`indexer` text NOT NULL,
	`entity_id` text,
	`comic_id` text,
	`reason` text NOT NULL,
	`blocked_at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `blocklist_by_time` ON `blocklist` (`blocked_at`);--> statement-breakpoint
CREATE TABLE `journal` (
	`item_id` text PRIMARY KEY NOT NULL,
	`release_key` text NOT NULL,
	`digest` text NOT NULL,
	`entity_type` text NOT NULL,
	`entity_id` text NOT NULL,
	`comic_id` text NOT NULL,
	`title` text NOT NULL,
	`indexer_id` text,
	`indexer` text NOT NULL,
	`protocol` text NOT NULL,
	`size` integer,
	`pack` integer DEFAULT false NOT NULL,
	`client` text,
	`client_name` text,
	`client_id` text,
	`stage` text NOT NULL,
	`resolution` text,
	`reason` text,
	`grabbed_at` text NOT NULL,
	`updated_at` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `journal_one_open` ON `journal` (`digest`) WHERE "journal"."stage" in ('reserved','snatched','downloaded','post_processing','moved');--> statement-breakpoint
CREATE INDEX `journal_by_stage` ON `journal` (`stage`,`updated_at`);--> statement-breakpoint
CREATE INDEX `journal_by_key` ON `journal` (`release_key`);--> statement-breakpoint
CREATE INDEX `journal_by_entity` ON `journal` (`entity_id`);--> statement-breakpoint
CREATE INDEX `journal_by_time` ON `journal` (`grabbed_at`);--> statement-breakpoint
CREATE TABLE `journal_issues` (
	`item_id` text NOT NULL,
	`issue_id` text NOT NULL,
	PRIMARY KEY(`item_id`, `issue_id`),
	FOREIGN KEY (`item_id`) REFERENCES `journal`(`item_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `journal_issues_by_issue` ON `journal_issues` (`issue_id`);--> statement-breakpoint
CREATE TABLE `journal_log` (
	`log_id` text PRIMARY KEY NOT NULL,
	`item_id` text NOT NULL,
	`at` text NOT NULL,
	`from` text,
	`to` text NOT NULL,
	`why` text,
	FOREIGN KEY (`item_id`) REFERENCES `journal`(`item_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `journal_log_of_item` ON `journal_log` (`item_id`,`at`);--> statement-breakpoint
CREATE TABLE `indexers` (
	`indexer_id` text PRIMARY KEY NOT NULL,
	`type` text NOT NULL,
	`name` text NOT NULL,
	`host` text NOT NULL,
	`api_key` text DEFAULT '' NOT NULL,
	`verify` integer DEFAULT true NOT NULL,
	`categories` text NOT NULL,
	`enabled` integer DEFAULT true NOT NULL,
	`position` integer DEFAULT 0 NOT NULL,
	`rss_uid` text,
	`added_at` text NOT NULL,
	`failure` text,
	`detail` text,
	`failures_in_row` integer DEFAULT 0 NOT NULL,
	`blocked_until` text,
	`grabs_blocked_until` text,
	`spent` text,
	`last_asked_at` text,
	`last_ok_at` text,
	`last_failed_at` text,
	`hits` integer DEFAULT 0 NOT NULL,
	`caps` text,
	`caps_at` text,
	`feed_guid` text,
	`feed_at` text,
	`feed_gap` integer DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `indexers_one_name` ON `indexers` (`type`,`name`);--> statement-breakpoint
CREATE TABLE `interactive_candidates` (
	`session_id` text NOT NULL,
	`candidate_id` text NOT NULL,
	`digest` text NOT NULL,
	`indexer_id` text NOT NULL,
	`state` text NOT NULL,
	`offer` text NOT NULL,
	`verdict` text NOT NULL,
	`satisfies` text NOT NULL,
	`outcome` text,
	`updated_at` text NOT NULL,
	PRIMARY KEY(`session_id`, `candidate_id`),
	FOREIGN KEY (`session_id`) REFERENCES `interactive_sessions`(`session_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `interactive_sessions` (
	`session_id` text PRIMARY KEY NOT NULL,
	`sid` text NOT NULL,
	`entity_type` text NOT NULL,
	`entity_id` text NOT NULL,
	`series_id` text NOT NULL,
	`state` text NOT NULL,
	`progress` text NOT NULL,
	`provider_failures` text NOT NULL,
	`created_at` text NOT NULL,
	`expires_at` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `interactive_sessions_one` ON `interactive_sessions` (`sid`,`entity_type`,`entity_id`);--> statement-breakpoint
CREATE INDEX `interactive_sessions_by_age` ON `interactive_sessions` (`expires_at`);--> statement-breakpoint
CREATE TABLE `search_items` (
	`run_id` text NOT NULL,
	`entity_type` text NOT NULL,
	`entity_id` text NOT NULL,
	`position` integer NOT NULL,
	`state` text NOT NULL,
	`attempt_count` integer DEFAULT 0 NOT NULL,
	`reason` text,
	`updated_at` text NOT NULL,
	`completed_at` text,
	PRIMARY KEY(`run_id`, `entity_type`, `entity_id`),
	FOREIGN KEY (`run_id`) REFERENCES `search_runs`(`run_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `search_items_of_entity` ON `search_items` (`entity_id`,`updated_at`);--> statement-breakpoint
CREATE INDEX `search_items_by_state` ON `search_items` (`state`);--> statement-breakpoint
CREATE TABLE `search_last` (
	`entity_id` text PRIMARY KEY NOT NULL,
	`entity_type` text NOT NULL,
	`run_id` text,
	`state` text NOT NULL,
	`summary` text NOT NULL,
	`asked` text NOT NULL,
	`refused` text NOT NULL,
	`grabbed` text,
	`searched_at` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `search_previews` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`sid` text NOT NULL,
	`scope_type` text NOT NULL,
	`scope_id` text NOT NULL,
	`fingerprint` text NOT NULL,
	`run_id` text,
	`created_at` text NOT NULL,
	`expires_at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `search_previews_by_age` ON `search_previews` (`expires_at`);--> statement-breakpoint
CREATE TABLE `search_runs` (
	`run_id` text PRIMARY KEY NOT NULL,
	`trigger` text NOT NULL,
	`scope_type` text NOT NULL,
	`scope_id` text NOT NULL,
	`priority` text NOT NULL,
	`dispatch_state` text NOT NULL,
	`completion_state` text NOT NULL,
	`reason` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`completed_at` text
);
--> statement-breakpoint
CREATE INDEX `search_runs_by_time` ON `search_runs` (`created_at`);--> statement-breakpoint
CREATE INDEX `search_runs_by_state` ON `search_runs` (`completion_state`);