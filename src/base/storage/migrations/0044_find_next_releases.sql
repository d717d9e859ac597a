CREATE INDEX `issues_of_series_by_release` ON `issues` (`comic_id`,`release_date`);
