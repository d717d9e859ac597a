CREATE TABLE `sync_hashes` (
	`hash` text PRIMARY KEY NOT NULL,
	`device_id` text NOT NULL,
	FOREIGN KEY (`device_id`) REFERENCES `device_keys`(`device_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `sync_hashes_by_device` ON `sync_hashes` (`device_id`);--> statement-breakpoint
INSERT INTO `sync_hashes` SELECT `kosync_hash`, `device_id` FROM `device_keys`;--> statement-breakpoint
DROP INDEX `device_keys_by_kosync`;--> statement-breakpoint
ALTER TABLE `device_keys` DROP COLUMN `kosync_hash`;--> statement-breakpoint
ALTER TABLE `synced_documents` ADD `key_device_id` text;--> statement-breakpoint
CREATE INDEX `synced_by_key` ON `synced_documents` (`key_device_id`,`synced_at`);