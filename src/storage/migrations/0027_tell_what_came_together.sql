CREATE TABLE `notice_reach` (
	`id` integer PRIMARY KEY NOT NULL,
	`event_id` integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE `notices` ADD `items` text DEFAULT '[]' NOT NULL;