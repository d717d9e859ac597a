CREATE TABLE `device_reports` (
	`device` text NOT NULL,
	`issue_id` text NOT NULL,
	`said_at` text NOT NULL,
	`counted_at` text NOT NULL,
	`received_at` text NOT NULL,
	PRIMARY KEY(`device`, `issue_id`),
	FOREIGN KEY (`issue_id`) REFERENCES `issues`(`issue_id`) ON UPDATE no action ON DELETE cascade
);

CREATE INDEX `device_reports_by_issue` ON `device_reports` (`issue_id`);
CREATE INDEX `device_reports_by_age` ON `device_reports` (`received_at`);
ALTER TABLE `files` ADD `cover_moved` integer;
