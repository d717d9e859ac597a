PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_import_steps` (
	`step_id` integer PRIMARY KEY NOT NULL,
	`scan_id` text NOT NULL,
	`said` text NOT NULL,
	`groups` text NOT NULL,
	`made` text NOT NULL,
	`files` text NOT NULL,
	FOREIGN KEY (`scan_id`) REFERENCES `import_scans`(`scan_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
INSERT INTO `__new_import_steps`("step_id", "scan_id", "said", "groups", "made", "files") SELECT "step_id", "scan_id", "said", "groups", "made", "files" FROM `import_steps`;--> statement-breakpoint
DROP TABLE `import_steps`;--> statement-breakpoint
ALTER TABLE `__new_import_steps` RENAME TO `import_steps`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE INDEX `import_steps_newest` ON `import_steps` (`scan_id`,`step_id`);