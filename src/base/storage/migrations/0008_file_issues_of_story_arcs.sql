DROP INDEX `series_by_name`;
CREATE INDEX `series_by_name` ON `series` (`sort_name`,`comic_id`,`status`);
ALTER TABLE `story_arc_issues` ADD `release_date` text;
