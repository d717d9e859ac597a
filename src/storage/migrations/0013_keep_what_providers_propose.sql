CREATE TABLE `import_proposals` (
	`proposal_id` text PRIMARY KEY NOT NULL,
	`comic_id` text NOT NULL,
	`provider` text NOT NULL,
	`provider_id` text NOT NULL,
	`rank` integer NOT NULL,
	`confidence` integer NOT NULL,
	`parts` text NOT NULL,
	`series_id` text NOT NULL,
	`name` text NOT NULL,
	`year` integer,
	`publisher` text,
	`issue_count` integer,
	`image_url` text,
	`url` text,
	`record` text NOT NULL,
	`issues` text,
	`cover` text,
	`said` integer DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `import_proposals_once` ON `import_proposals` (`comic_id`,`provider`,`provider_id`);--> statement-breakpoint
CREATE TABLE `import_questions` (
	`comic_id` text PRIMARY KEY NOT NULL,
	`asked` text NOT NULL,
	`weighed` text NOT NULL,
	`asked_at` text NOT NULL
);
--> statement-breakpoint
ALTER TABLE `import_groups` ADD `proposal_id` text;--> statement-breakpoint
ALTER TABLE `import_groups` ADD `proposal_said` integer DEFAULT false NOT NULL;