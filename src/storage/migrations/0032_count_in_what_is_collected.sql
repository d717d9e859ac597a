ALTER TABLE `series` ADD `listed` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `series` ADD `said_total` integer;--> statement-breakpoint
ALTER TABLE `series` ADD `counted_in` text;--> statement-breakpoint
ALTER TABLE `series` ADD `total_known` integer DEFAULT false NOT NULL;--> statement-breakpoint
UPDATE `series` SET `listed` = 1 WHERE `comic_id` IN (SELECT `comic_id` FROM `issues` JOIN `issue_sources` USING (`issue_id`) WHERE `provider_id` IS NOT NULL);--> statement-breakpoint
UPDATE `series` SET `counted_in` = 'issue', `total_known` = `listed` WHERE `content_type` = 'comic';--> statement-breakpoint
UPDATE `issues` SET `issue_date` = `release_date` WHERE `issue_date` IS NULL AND `release_date` IS NOT NULL AND `comic_id` IN (SELECT `comic_id` FROM `series` WHERE `source` = 'local');
