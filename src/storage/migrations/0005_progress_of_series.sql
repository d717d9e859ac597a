DROP INDEX `progress_by_series`;--> statement-breakpoint
CREATE INDEX `progress_by_series` ON `reading_progress` (`comic_id`,`completed`,`read_at`);