CREATE TABLE `file_statements` (
	`file_id` text PRIMARY KEY NOT NULL,
	`stated` text NOT NULL,
	FOREIGN KEY (`file_id`) REFERENCES `files`(`file_id`) ON UPDATE no action ON DELETE cascade
);

CREATE TABLE `sidecar_statements` (
	`path` text PRIMARY KEY NOT NULL,
	`stated` text NOT NULL
);

