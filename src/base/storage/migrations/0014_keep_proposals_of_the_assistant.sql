CREATE TABLE `ai_actions` (
	`action_id` text PRIMARY KEY NOT NULL,
	`owner` text NOT NULL,
	`thread_id` text,
	`message_id` text,
	`kind` text NOT NULL,
	`status` text NOT NULL,
	`outcome` text,
	`title` text NOT NULL,
	`payload` text NOT NULL,
	`changes` text NOT NULL,
	`seen` text NOT NULL,
	`detail` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL
);

CREATE INDEX `ai_actions_of_thread` ON `ai_actions` (`thread_id`,`created_at`) WHERE "ai_actions"."thread_id" is not null;
CREATE INDEX `ai_actions_unfinished` ON `ai_actions` (`action_id`) WHERE "ai_actions"."status" = 'processing';
