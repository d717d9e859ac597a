CREATE TABLE `notice_targets` (
	`target_id` text PRIMARY KEY NOT NULL,
	`service` text NOT NULL,
	`name` text NOT NULL,
	`enabled` integer DEFAULT true NOT NULL,
	`events` text NOT NULL,
	`settings` text NOT NULL,
	`secrets` text NOT NULL,
	`added_at` text NOT NULL,
	`last_ok_at` text,
	`last_failed_at` text,
	`error` text
);
--> statement-breakpoint
CREATE TABLE `notices` (
	`notice_id` text PRIMARY KEY NOT NULL,
	`target_id` text NOT NULL,
	`event` text NOT NULL,
	`title` text NOT NULL,
	`body` text NOT NULL,
	`page` text,
	`state` text NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`due_at` text NOT NULL,
	`error` text,
	`created_at` text NOT NULL,
	`done_at` text,
	FOREIGN KEY (`target_id`) REFERENCES `notice_targets`(`target_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `notices_due` ON `notices` (`state`,`due_at`);--> statement-breakpoint
CREATE INDEX `notices_of_target` ON `notices` (`target_id`,`created_at`);--> statement-breakpoint
ALTER TABLE `jobs` ADD `paused` integer DEFAULT false NOT NULL;