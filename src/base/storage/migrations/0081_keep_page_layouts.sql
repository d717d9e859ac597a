CREATE TABLE `page_layouts` (
	`file_id` text NOT NULL,
	`page` integer NOT NULL,
	`version` text NOT NULL,
	`layout` text NOT NULL,
	PRIMARY KEY(`file_id`, `page`),
	FOREIGN KEY (`file_id`) REFERENCES `files`(`file_id`) ON UPDATE no action ON DELETE cascade
);

