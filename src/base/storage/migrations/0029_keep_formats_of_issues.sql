CREATE TABLE `series_formats` (
	`comic_id` text NOT NULL,
	`format` text NOT NULL,
	`kind` text NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`comic_id`, `format`, `kind`)
);

ALTER TABLE `issues` ADD `file_format` text;
ALTER TABLE `issues` ADD `kept_format` text;
CREATE INDEX `issues_by_format` ON `issues` (`file_format`,`release_date`,`issue_id`,`comic_id`,`kind`) WHERE ("issues"."file_format" is not null and "issues"."kept_format" is not "issues"."file_format");
CREATE INDEX `issues_by_format_of_series` ON `issues` (`comic_id`,`release_date`,`issue_id`,`file_format`,`kind`) WHERE ("issues"."file_format" is not null and "issues"."kept_format" is not "issues"."file_format");

CREATE TRIGGER `issue_format_linked` AFTER INSERT ON `issue_files` BEGIN
  UPDATE `issues` SET `file_format` = (
    SELECT `format` FROM `issue_files` JOIN `files` USING (`file_id`) WHERE `issue_files`.`issue_id` = new.`issue_id` AND `gone_at` IS NULL
    ORDER BY `page_count` = 0, `format` = 'cbz' DESC, `format` = 'pdf', `page_count` DESC, `size` DESC, `path` LIMIT 1
  ) WHERE `issue_id` = new.`issue_id`;
END;
CREATE TRIGGER `issue_format_unlinked` AFTER DELETE ON `issue_files` BEGIN
  UPDATE `issues` SET `file_format` = (
    SELECT `format` FROM `issue_files` JOIN `files` USING (`file_id`) WHERE `issue_files`.`issue_id` = old.`issue_id` AND `gone_at` IS NULL
    ORDER BY `page_count` = 0, `format` = 'cbz' DESC, `format` = 'pdf', `page_count` DESC, `size` DESC, `path` LIMIT 1
  ) WHERE `issue_id` = old.`issue_id`;
END;
CREATE TRIGGER `issue_format_changed` AFTER UPDATE OF `format`, `page_count`, `size`, `gone_at` ON `files`
WHEN old.`format` <> new.`format` OR old.`page_count` <> new.`page_count` OR old.`size` <> new.`size` OR old.`gone_at` IS NOT new.`gone_at` BEGIN
  UPDATE `issues` SET `file_format` = (
    SELECT `format` FROM `issue_files` JOIN `files` USING (`file_id`) WHERE `issue_files`.`issue_id` = `issues`.`issue_id` AND `gone_at` IS NULL
    ORDER BY `page_count` = 0, `format` = 'cbz' DESC, `format` = 'pdf', `page_count` DESC, `size` DESC, `path` LIMIT 1
  ) WHERE `issue_id` IN (SELECT `issue_id` FROM `issue_files` WHERE `file_id` = new.`file_id`);
END;
CREATE TRIGGER `issue_format_made` AFTER INSERT ON `issues` WHEN EXISTS (SELECT 1 FROM `issue_files` WHERE `issue_id` = new.`issue_id`) BEGIN
  UPDATE `issues` SET `file_format` = (
    SELECT `format` FROM `issue_files` JOIN `files` USING (`file_id`) WHERE `issue_files`.`issue_id` = new.`issue_id` AND `gone_at` IS NULL
    ORDER BY `page_count` = 0, `format` = 'cbz' DESC, `format` = 'pdf', `page_count` DESC, `size` DESC, `path` LIMIT 1
  ) WHERE `issue_id` = new.`issue_id`;
END;
CREATE TRIGGER `issue_format_found` AFTER INSERT ON `files` BEGIN
  UPDATE `issues` SET `file_format` = (
    SELECT `format` FROM `issue_files` JOIN `files` USING (`file_id`) WHERE `issue_files`.`issue_id` = `issues`.`issue_id` AND `gone_at` IS NULL
    ORDER BY `page_count` = 0, `format` = 'cbz' DESC, `format` = 'pdf', `page_count` DESC, `size` DESC, `path` LIMIT 1
  ) WHERE `issue_id` IN (SELECT `issue_id` FROM `issue_files` WHERE `file_id` = new.`file_id`);
END;

UPDATE `issues` SET `file_format` = (
  SELECT `format` FROM `issue_files` JOIN `files` USING (`file_id`) WHERE `issue_files`.`issue_id` = `issues`.`issue_id` AND `gone_at` IS NULL
  ORDER BY `page_count` = 0, `format` = 'cbz' DESC, `format` = 'pdf', `page_count` DESC, `size` DESC, `path` LIMIT 1
) WHERE `issue_id` IN (SELECT `issue_id` FROM `issue_files`);

INSERT INTO `series_formats` SELECT `comic_id`, `file_format`, `kind`, count(*) FROM `issues` WHERE `file_format` IS NOT NULL GROUP BY 1, 2, 3;

-- Without a reference to the series: an undo brings back the row and the issues in any order.
CREATE TRIGGER `series_format_added` AFTER INSERT ON `issues` WHEN new.`file_format` IS NOT NULL BEGIN
  INSERT INTO `series_formats` SELECT new.`comic_id`, new.`file_format`, new.`kind`, 1
    WHERE new.`file_format` IS NOT NULL AND new.`kept_format` IS NOT new.`file_format`
    ON CONFLICT (`comic_id`, `format`, `kind`) DO UPDATE SET `count` = `count` + 1;
END;
CREATE TRIGGER `series_format_removed` AFTER DELETE ON `issues` WHEN old.`file_format` IS NOT NULL AND old.`kept_format` IS NOT old.`file_format` BEGIN
  DELETE FROM `series_formats` WHERE `comic_id` = old.`comic_id` AND `format` = old.`file_format` AND `kind` = old.`kind` AND `count` = 1;
  UPDATE `series_formats` SET `count` = `count` - 1 WHERE `comic_id` = old.`comic_id` AND `format` = old.`file_format` AND `kind` = old.`kind`;
END;
CREATE TRIGGER `series_format_changed` AFTER UPDATE OF `comic_id`, `kind`, `file_format`, `kept_format` ON `issues`
WHEN old.`comic_id` <> new.`comic_id` OR old.`kind` <> new.`kind` OR old.`file_format` IS NOT new.`file_format` OR old.`kept_format` IS NOT new.`kept_format` BEGIN
  DELETE FROM `series_formats` WHERE `comic_id` = old.`comic_id` AND `format` = old.`file_format` AND `kind` = old.`kind` AND `count` = 1 AND old.`kept_format` IS NOT old.`file_format`;
  UPDATE `series_formats` SET `count` = `count` - 1 WHERE `comic_id` = old.`comic_id` AND `format` = old.`file_format` AND `kind` = old.`kind` AND old.`kept_format` IS NOT old.`file_format`;
  INSERT INTO `series_formats` SELECT new.`comic_id`, new.`file_format`, new.`kind`, 1
    WHERE new.`file_format` IS NOT NULL AND new.`kept_format` IS NOT new.`file_format`
    ON CONFLICT (`comic_id`, `format`, `kind`) DO UPDATE SET `count` = `count` + 1;
END;
