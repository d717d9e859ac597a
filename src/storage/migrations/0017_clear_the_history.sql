ALTER TABLE `journal` ADD `cleared_at` text;--> statement-breakpoint
CREATE INDEX `journal_shown` ON `journal` (`grabbed_at`,`item_id`) WHERE "journal"."cleared_at" is null;