CREATE TABLE `ai_attachments` (
	`attachment_id` text PRIMARY KEY NOT NULL,
	`message_id` text NOT NULL,
	`position` integer NOT NULL,
	`filename` text NOT NULL,
	`byte_size` integer NOT NULL,
	`width` integer NOT NULL,
	`height` integer NOT NULL,
	FOREIGN KEY (`message_id`) REFERENCES `ai_messages`(`message_id`) ON UPDATE no action ON DELETE cascade
);

CREATE UNIQUE INDEX `ai_attachments_of_message` ON `ai_attachments` (`message_id`,`position`);
CREATE TABLE `ai_messages` (
	`message_id` text PRIMARY KEY NOT NULL,
	`thread_id` text NOT NULL,
	`position` integer NOT NULL,
	`role` text NOT NULL,
	`content` text NOT NULL,
	`status` text NOT NULL,
	`results` text NOT NULL,
	`error` text,
	`retryable` integer NOT NULL,
	`created_at` text NOT NULL,
	FOREIGN KEY (`thread_id`) REFERENCES `ai_threads`(`thread_id`) ON UPDATE no action ON DELETE cascade
);

CREATE UNIQUE INDEX `ai_messages_of_thread` ON `ai_messages` (`thread_id`,`position`);
CREATE INDEX `ai_messages_streaming` ON `ai_messages` (`message_id`) WHERE "ai_messages"."status" = 'streaming';
CREATE TABLE `ai_threads` (
	`thread_id` text PRIMARY KEY NOT NULL,
	`owner` text NOT NULL,
	`title` text NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL
);

CREATE INDEX `ai_threads_of_owner` ON `ai_threads` (`owner`,`updated_at`,`thread_id`);
