CREATE TABLE `app_sessions` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`user_id` text DEFAULT 'owner' NOT NULL,
	`kind` text NOT NULL,
	`name` text NOT NULL,
	`generation` text NOT NULL,
	`device_id` text,
	`expires_at` text NOT NULL
);

CREATE INDEX `app_sessions_of_user` ON `app_sessions` (`user_id`,`expires_at`);
CREATE INDEX `app_sessions_by_age` ON `app_sessions` (`expires_at`);
CREATE INDEX `issues_to_read` ON `issues` (`comic_id`,case when "release_date" is not null then "release_date" when "digital_date" is not null then "digital_date" else "issue_date" end) WHERE "issues"."file_format" is not null;
CREATE INDEX `issues_to_read_by_release` ON `issues` (case when "release_date" is not null then "release_date" when "digital_date" is not null then "digital_date" else "issue_date" end,`issue_id`,`comic_id`) WHERE "issues"."file_format" is not null;
