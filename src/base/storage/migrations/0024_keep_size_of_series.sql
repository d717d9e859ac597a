ALTER TABLE `series` ADD `file_count` integer DEFAULT 0 NOT NULL;
ALTER TABLE `series` ADD `size` integer DEFAULT 0 NOT NULL;

UPDATE `series` SET (`file_count`, `size`) = (
  SELECT count(*), coalesce(sum(`files`.`size`), 0) FROM `files` WHERE `files`.`gone_at` IS NULL AND `files`.`file_id` IN (
    SELECT `issue_files`.`file_id` FROM `issues` JOIN `issue_files` USING (`issue_id`) WHERE `issues`.`comic_id` = `series`.`comic_id`
  )
) WHERE `files_at` IS NOT NULL;
