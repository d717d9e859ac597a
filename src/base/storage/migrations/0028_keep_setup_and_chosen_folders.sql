CREATE TABLE `chosen_folders` (
	`path` text PRIMARY KEY NOT NULL,
	`chosen_at` text NOT NULL
);

CREATE TABLE `setup_progress` (
	`only` integer PRIMARY KEY NOT NULL,
	`step` text NOT NULL
);

