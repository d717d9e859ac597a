CREATE TABLE `series_holdings` (
	`comic_id` text NOT NULL,
	`format` text NOT NULL,
	`month` text NOT NULL,
	`files` integer NOT NULL,
	`bytes` integer NOT NULL,
	PRIMARY KEY(`comic_id`, `format`, `month`),
	FOREIGN KEY (`comic_id`) REFERENCES `series`(`comic_id`) ON UPDATE no action ON DELETE cascade
);

CREATE INDEX `series_counts` ON `series` (`status`,`content_type`,`publisher`,`year`,`have`,`total`);
INSERT INTO `series_holdings` (`comic_id`, `format`, `month`, `files`, `bytes`)
	SELECT `comic_id`, `format`, `month`, count(*), sum(`size`) FROM (
		SELECT min(`issues`.`comic_id`) AS `comic_id`, `files`.`format`, substr(`files`.`added_at`, 1, 7) AS `month`, `files`.`size`
		FROM `files` JOIN `issue_files` USING (`file_id`) JOIN `issues` USING (`issue_id`)
		WHERE `files`.`gone_at` IS NULL GROUP BY `files`.`file_id`)
	GROUP BY `comic_id`, `format`, `month`;
