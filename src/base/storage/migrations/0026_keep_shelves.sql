CREATE TABLE `collection_series` (
	`collection_id` text NOT NULL,
	`comic_id` text NOT NULL,
	`position` integer NOT NULL,
	PRIMARY KEY(`collection_id`, `comic_id`),
	FOREIGN KEY (`collection_id`) REFERENCES `collections`(`collection_id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`comic_id`) REFERENCES `series`(`comic_id`) ON UPDATE no action ON DELETE cascade
);

CREATE INDEX `collection_in_order` ON `collection_series` (`collection_id`,`position`);
CREATE INDEX `collections_of_series` ON `collection_series` (`comic_id`);
CREATE TABLE `collections` (
	`collection_id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`position` integer NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`removed_at` text
);

CREATE TABLE `library_views` (
	`view_id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`query` text NOT NULL,
	`position` integer NOT NULL,
	`removed_at` text
);

CREATE TABLE `series_marks` (
	`comic_id` text PRIMARY KEY NOT NULL,
	`favourite_at` text,
	`rating` integer,
	FOREIGN KEY (`comic_id`) REFERENCES `series`(`comic_id`) ON UPDATE no action ON DELETE cascade
);

CREATE INDEX `favourite_series` ON `series_marks` (`favourite_at`,`comic_id`) WHERE "series_marks"."favourite_at" is not null;
CREATE INDEX `rated_series` ON `series_marks` (`rating`,`comic_id`) WHERE "series_marks"."rating" is not null;
CREATE TABLE `series_tags` (
	`comic_id` text NOT NULL,
	`tag_id` integer NOT NULL,
	PRIMARY KEY(`comic_id`, `tag_id`),
	FOREIGN KEY (`comic_id`) REFERENCES `series`(`comic_id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`tag_id`) REFERENCES `tags`(`tag_id`) ON UPDATE no action ON DELETE cascade
);

CREATE INDEX `series_of_tags` ON `series_tags` (`tag_id`,`comic_id`);
CREATE TABLE `tags` (
	`tag_id` integer PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`key` text NOT NULL
);

CREATE UNIQUE INDEX `tags_by_key` ON `tags` (`key`);
