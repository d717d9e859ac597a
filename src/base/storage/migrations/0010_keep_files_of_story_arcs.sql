CREATE TABLE `story_arc_files` (
	`issue_arc_id` text PRIMARY KEY NOT NULL,
	`target` text,
	`target_hash` text,
	`file_id` text,
	FOREIGN KEY (`issue_arc_id`) REFERENCES `story_arc_issues`(`issue_arc_id`) ON UPDATE no action ON DELETE cascade
);

