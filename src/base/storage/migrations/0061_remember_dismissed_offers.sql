CREATE TABLE `dismissed_arc_offers` (
	`key` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`dismissed_at` text NOT NULL
);

CREATE TABLE `dismissed_collection_offers` (
	`key` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`dismissed_at` text NOT NULL
);

