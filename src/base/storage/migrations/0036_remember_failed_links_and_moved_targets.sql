CREATE TABLE `failed_links` (
	`digest` text NOT NULL,
	`indexer_id` text NOT NULL,
	`link` text NOT NULL,
	`failures` integer NOT NULL,
	`detail` text NOT NULL,
	`failed_at` text NOT NULL,
	`retry_at` text NOT NULL,
	PRIMARY KEY(`digest`, `indexer_id`, `link`)
);

CREATE INDEX `failed_links_by_age` ON `failed_links` (`failed_at`);
ALTER TABLE `notice_targets` ADD `moved_in` integer DEFAULT false NOT NULL;
ALTER TABLE `indexers` ADD `feed_title` text;
