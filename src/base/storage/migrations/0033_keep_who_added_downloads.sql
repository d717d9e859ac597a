CREATE TABLE `other_titles` (
	`digest` text PRIMARY KEY NOT NULL,
	`content` text NOT NULL
);

ALTER TABLE `journal` ADD `added` integer;
ALTER TABLE `journal` ADD `client_instance` text;
ALTER TABLE `journal` ADD `content` text;
CREATE INDEX `journal_by_content` ON `journal` (`content`);
CREATE INDEX `journal_by_client_id` ON `journal` (`client_id`);
ALTER TABLE `blocklist` ADD `content` text;
CREATE INDEX `blocklist_by_content` ON `blocklist` (`content`);

-- Usenet clients, watched folders and Panelkeep's own clients never had a release before.
UPDATE `journal` SET `added` = 1 WHERE `client_id` IS NOT NULL AND (
  `protocol` <> 'torrent' OR `client` = 'embedded' OR `client` LIKE 'blackhole\_%' ESCAPE '\'
  OR `client` IN (SELECT `client_id` FROM `download_clients` WHERE `type` = 'blackhole'));
-- Torrents that the user had before got the mark of a grab too, so that a mark proves nothing here.
UPDATE `journal` SET `added` = 0 WHERE `client_id` IS NULL AND `protocol` = 'torrent';

UPDATE `journal` SET `content` = lower(`info_hash`) WHERE `info_hash` IS NOT NULL;
UPDATE `blocklist` SET `content` = (
  SELECT `content` FROM `journal` WHERE `journal`.`digest` = `blocklist`.`digest` AND `content` IS NOT NULL LIMIT 1);
