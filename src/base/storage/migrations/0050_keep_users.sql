CREATE TABLE `browser_users` (
	`browser` text NOT NULL,
	`user_id` text NOT NULL,
	`used_at` text NOT NULL,
	`pin_hash` text,
	`pin_failures` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`browser`, `user_id`)
);

CREATE INDEX `browser_users_by_age` ON `browser_users` (`used_at`);
CREATE TABLE `invitations` (
	`user_id` text PRIMARY KEY NOT NULL,
	`token_hash` text NOT NULL,
	`expires_at` text NOT NULL
);

CREATE UNIQUE INDEX `invitations_by_token` ON `invitations` (`token_hash`);
CREATE TABLE `login_sessions` (
	`sid` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`expires_at` text NOT NULL
);

CREATE INDEX `login_sessions_of_user` ON `login_sessions` (`user_id`);
CREATE INDEX `login_sessions_by_age` ON `login_sessions` (`expires_at`);
CREATE TABLE `users` (
	`user_id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`name_key` text,
	`role` text NOT NULL,
	`colour` text NOT NULL,
	`picture` text,
	`password_hash` text,
	`limits` text,
	`generation` text NOT NULL,
	`share_reading` integer DEFAULT false NOT NULL,
	`date_locale` text,
	`created_at` text NOT NULL,
	`last_seen_at` text,
	`deleted_at` text
);

CREATE UNIQUE INDEX `users_by_name` ON `users` (`name_key`);

INSERT INTO `users` (`user_id`, `name`, `role`, `colour`, `generation`, `created_at`)
	VALUES ('owner', '', 'owner', 'blue', '', '1970-01-01T00:00:00.000Z');
