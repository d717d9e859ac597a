CREATE TABLE `moving_users` (
	`run_id` text NOT NULL,
	`source_id` text NOT NULL,
	`choice` text NOT NULL,
	`role` text NOT NULL,
	`own_id` text,
	`made_name` text,
	`notes` text NOT NULL,
	PRIMARY KEY(`run_id`, `source_id`),
	FOREIGN KEY (`run_id`) REFERENCES `moving_runs`(`run_id`) ON UPDATE no action ON DELETE cascade
);

