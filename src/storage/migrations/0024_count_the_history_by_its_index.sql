DROP INDEX `journal_shown`;--> statement-breakpoint
DROP INDEX `journal_shown_by_stage`;--> statement-breakpoint
CREATE INDEX `journal_shown` ON `journal` (`cleared_at`,`grabbed_at`,`item_id`);--> statement-breakpoint
CREATE INDEX `journal_shown_by_stage` ON `journal` (`cleared_at`,`stage`,`grabbed_at`,`item_id`);