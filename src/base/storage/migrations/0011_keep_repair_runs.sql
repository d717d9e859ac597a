CREATE TABLE `canary_permits` (
	`permit_id` text PRIMARY KEY NOT NULL,
	`run_id` text NOT NULL,
	`release_key` text NOT NULL,
	`route` text NOT NULL,
	`state` text NOT NULL,
	`epoch` integer NOT NULL,
	`created_at` text NOT NULL,
	`expires_at` text NOT NULL,
	`claimed_at` text,
	`claimed_by` text,
	`completed_at` text,
	`outcome` text,
	`release_reason` text,
	FOREIGN KEY (`run_id`) REFERENCES `repair_runs`(`run_id`) ON UPDATE no action ON DELETE cascade
);

CREATE INDEX `canary_permits_of_run` ON `canary_permits` (`run_id`);
CREATE INDEX `canary_permits_by_state` ON `canary_permits` (`state`);
CREATE TABLE `repair_items` (
	`run_id` text NOT NULL,
	`sequence` integer NOT NULL,
	`entity_type` text NOT NULL,
	`issue_id` text NOT NULL,
	`label` text NOT NULL,
	`reason` text NOT NULL,
	`intent` text NOT NULL,
	`fulfillment` text NOT NULL,
	`date_source` text,
	`selected_date` text,
	`evidence` text NOT NULL,
	`basis` text NOT NULL,
	`change` text,
	`optional` integer NOT NULL,
	`selected` integer NOT NULL,
	`apply_state` text,
	`rollback_state` text,
	`applied` text,
	`conflict` text,
	PRIMARY KEY(`run_id`, `sequence`),
	FOREIGN KEY (`run_id`) REFERENCES `repair_runs`(`run_id`) ON UPDATE no action ON DELETE cascade
);

CREATE INDEX `repair_items_by_issue` ON `repair_items` (`issue_id`);
CREATE TABLE `repair_runs` (
	`run_id` text PRIMARY KEY NOT NULL,
	`comic_id` text NOT NULL,
	`label` text NOT NULL,
	`state` text NOT NULL,
	`token_hash` text NOT NULL,
	`username` text NOT NULL,
	`sid` text NOT NULL,
	`expires_at` text NOT NULL,
	`fingerprint` text NOT NULL,
	`item_count` integer NOT NULL,
	`manifest_id` text,
	`canary_key` text,
	`goal` text,
	`rollback_reason` text,
	`created_at` text NOT NULL,
	`confirmed_at` text,
	`started_at` text,
	`completed_at` text
);

CREATE INDEX `repair_runs_by_time` ON `repair_runs` (`created_at`);
