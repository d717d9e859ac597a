CREATE TABLE `own_version` (
	`only` integer PRIMARY KEY NOT NULL,
	`last_seen` text NOT NULL,
	`latest` text,
	`latest_name` text,
	`latest_url` text,
	`etag` text,
	`checked_at` text,
	`error` text
);
