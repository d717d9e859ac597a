CREATE TABLE `removed_bookmarks` (
	`content_key` text NOT NULL,
	`user_id` text DEFAULT 'owner' NOT NULL,
	`page` integer NOT NULL,
	`removed_at` text NOT NULL,
	PRIMARY KEY(`content_key`, `user_id`, `page`)
);

