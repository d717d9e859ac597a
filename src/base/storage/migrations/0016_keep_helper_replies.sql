CREATE TABLE `ai_file_names` (
	`name` text PRIMARY KEY NOT NULL,
	`comic_id` text,
	`number` text,
	`asked_at` text NOT NULL,
	FOREIGN KEY (`comic_id`) REFERENCES `series`(`comic_id`) ON UPDATE no action ON DELETE set null
);

CREATE TABLE `ai_query_alternates` (
	`comic_id` text PRIMARY KEY NOT NULL,
	`names` text NOT NULL,
	`asks` integer NOT NULL,
	`asked_at` text NOT NULL,
	FOREIGN KEY (`comic_id`) REFERENCES `series`(`comic_id`) ON UPDATE no action ON DELETE cascade
);

CREATE TABLE `ai_series_sentences` (
	`comic_id` text PRIMARY KEY NOT NULL,
	`sentence` text NOT NULL,
	`facts_hash` text NOT NULL,
	`model` text NOT NULL,
	`made_at` text NOT NULL,
	FOREIGN KEY (`comic_id`) REFERENCES `series`(`comic_id`) ON UPDATE no action ON DELETE cascade
);

CREATE TABLE `ai_weekly_suggestions` (
	`first` text PRIMARY KEY NOT NULL,
	`suggestions` text NOT NULL,
	`made_at` text NOT NULL
);

