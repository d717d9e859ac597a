CREATE TABLE `release_rules` (
	`rule_id` text PRIMARY KEY NOT NULL,
	`match` text NOT NULL,
	`text` text NOT NULL,
	`scope` text NOT NULL,
	`comic_id` text,
	`level` text NOT NULL,
	`score` integer DEFAULT 0 NOT NULL,
	`added_at` text NOT NULL,
	FOREIGN KEY (`comic_id`) REFERENCES `series`(`comic_id`) ON UPDATE no action ON DELETE cascade
);

CREATE INDEX `release_rules_of_series` ON `release_rules` (`comic_id`);
ALTER TABLE `search_last` ADD `ranked` text DEFAULT '[]' NOT NULL;
