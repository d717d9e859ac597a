CREATE TABLE `series_pictures` (
	`hash` text PRIMARY KEY NOT NULL,
	`picture` text NOT NULL
);

ALTER TABLE `series` ADD `cover_choice` text;
