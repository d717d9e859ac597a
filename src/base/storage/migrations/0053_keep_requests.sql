CREATE TABLE `request_askers` (
	`user_id` text DEFAULT 'owner' NOT NULL,
	`request_id` text NOT NULL,
	`note` text NOT NULL,
	`asked_at` text NOT NULL,
	`withdrawn_at` text,
	PRIMARY KEY(`user_id`, `request_id`),
	FOREIGN KEY (`request_id`) REFERENCES `requests`(`request_id`) ON UPDATE no action ON DELETE cascade
);

CREATE INDEX `request_askers_of` ON `request_askers` (`request_id`);
CREATE TABLE `requests` (
	`request_id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`subject` text NOT NULL,
	`provider` text,
	`series_at_provider` text,
	`title` text NOT NULL,
	`year` integer,
	`cover_url` text,
	`decision` text NOT NULL,
	`reason` text,
	`decided_by` text,
	`decided_at` text,
	`operation_id` text,
	`asked_at` text NOT NULL
);

CREATE UNIQUE INDEX `requests_once` ON `requests` (`kind`,`subject`);
CREATE INDEX `requests_in_order` ON `requests` (`asked_at`,`request_id`);
CREATE INDEX `requests_waiting` ON `requests` (`asked_at`) WHERE "requests"."decision" = 'asked';
CREATE INDEX `requests_by_operation` ON `requests` (`operation_id`) WHERE "requests"."operation_id" is not null;

-- The last user who asked withdrew more than a week ago, or was purged.
CREATE TRIGGER `request_without_askers` AFTER DELETE ON `request_askers`
WHEN NOT EXISTS (SELECT 1 FROM `request_askers` WHERE `request_id` = old.`request_id`) BEGIN
  DELETE FROM `requests` WHERE `request_id` = old.`request_id`;
END;
