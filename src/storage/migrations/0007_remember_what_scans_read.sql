CREATE TABLE `import_seen` (
	`path` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`size` integer NOT NULL,
	`modified_ms` integer NOT NULL,
	`content_hash` text NOT NULL,
	`reading` integer NOT NULL,
	`facts` text NOT NULL
);
--> statement-breakpoint
ALTER TABLE `import_files` ADD `moved_from` text;