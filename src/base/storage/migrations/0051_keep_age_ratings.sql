ALTER TABLE `issues` ADD `age_rating` text;
ALTER TABLE `series` ADD `stated_age_rating` text;
ALTER TABLE `series` ADD `age_rating_chosen` integer DEFAULT false NOT NULL;
ALTER TABLE `series` ADD `age_years` integer;
ALTER TABLE `file_statements` ADD `reading` integer;

UPDATE `issues` SET `age_rating` = (
	SELECT json_extract(s.`facts`, '$.age_rating') FROM `issue_sources` s
	WHERE s.`issue_id` = `issues`.`issue_id` AND json_extract(s.`facts`, '$.age_rating') IS NOT NULL
	ORDER BY s.`source` <> 'user' LIMIT 1
) WHERE `issue_id` IN (SELECT `issue_id` FROM `issue_sources` WHERE json_extract(`facts`, '$.age_rating') IS NOT NULL);
UPDATE `series` SET `stated_age_rating` = `age_rating`, `age_rating_chosen` = `comic_id` IN (
	SELECT `comic_id` FROM `series_sources` WHERE `source` = 'user' AND json_extract(`facts`, '$.age_rating') IS NOT NULL
) WHERE `age_rating` IS NOT NULL;
-- Series without a unit are recounted at the next start, which also sets their years.
UPDATE `series` SET `counted_in` = NULL
WHERE `age_rating` IS NOT NULL OR `comic_id` IN (SELECT `comic_id` FROM `issues` WHERE `age_rating` IS NOT NULL);
