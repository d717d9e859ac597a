ALTER TABLE `own_torrents` ADD `total` integer;--> statement-breakpoint
ALTER TABLE `own_torrents` ADD `minimum_ratio` real;--> statement-breakpoint
ALTER TABLE `own_torrents` ADD `minimum_seed_seconds` integer;--> statement-breakpoint
ALTER TABLE `own_torrents` ADD `seeded_at` text;