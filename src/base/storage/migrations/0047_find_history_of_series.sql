CREATE INDEX `journal_of_series` ON `journal` (`comic_id`,`cleared_at`,`grabbed_at`,`item_id`);
