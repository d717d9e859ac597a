ALTER TABLE `series` ADD `readable` integer DEFAULT 0 NOT NULL;

UPDATE `series` SET `readable` = (
  SELECT count(DISTINCT `issue_files`.`issue_id`) FROM `issues` JOIN `issue_files` USING (`issue_id`) JOIN `files` USING (`file_id`)
  WHERE `issues`.`comic_id` = `series`.`comic_id` AND `files`.`gone_at` IS NULL
) WHERE `files_at` IS NOT NULL;
