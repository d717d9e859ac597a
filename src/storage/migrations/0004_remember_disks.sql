CREATE TABLE `library_disks` (
	`path` text PRIMARY KEY NOT NULL,
	`seen_at` text NOT NULL,
	`lost_at` text
);
