CREATE TABLE `import_steps` (
	`step_id` integer PRIMARY KEY NOT NULL,
	`scan_id` text NOT NULL,
	`said` text NOT NULL,
	`groups` text NOT NULL,
	`made` text NOT NULL,
	`files` text NOT NULL,
	FOREIGN KEY (`scan_id`) REFERENCES `import_scans`(`scan_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `import_steps_newest` ON `import_steps` (`scan_id`,`step_id`);