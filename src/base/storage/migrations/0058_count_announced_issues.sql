CREATE INDEX `issues_missing_of_series` ON `issues` (`comic_id`,`release_date`,`digital_date`,`issue_date`,`unit`) WHERE "issues"."fulfillment" = 'missing';
DROP INDEX `series_counts`;
CREATE INDEX `series_counts` ON `series` (`status`,`content_type`,`publisher`,`year`,`have`,`total`,`total_known`,`counted_in`,`comic_id`);
