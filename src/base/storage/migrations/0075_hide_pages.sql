CREATE TABLE `hidden_contents` (
	`content_hash` text PRIMARY KEY NOT NULL,
	`pages` text NOT NULL
);

ALTER TABLE `files` ADD `hidden_pages` text;
