CREATE TABLE `names` (
	`name_id` integer PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`name` text NOT NULL,
	`key` text NOT NULL,
	`sort_name` text NOT NULL,
	`joined_into` integer,
	FOREIGN KEY (`joined_into`) REFERENCES `names`(`name_id`) ON UPDATE no action ON DELETE no action
);

CREATE UNIQUE INDEX `names_by_key` ON `names` (`kind`,`key`);
CREATE INDEX `names_in_order` ON `names` (`kind`,`sort_name`,`name_id`);
CREATE INDEX `names_joined` ON `names` (`joined_into`) WHERE "names"."joined_into" is not null;
CREATE TABLE `name_roles` (
	`role_id` integer PRIMARY KEY NOT NULL,
	`role` text NOT NULL
);

CREATE UNIQUE INDEX `name_roles_by_word` ON `name_roles` (`role`);
CREATE TABLE `name_places` (
	`place_id` integer PRIMARY KEY NOT NULL,
	`comic_id` text,
	`issue_id` text,
	FOREIGN KEY (`comic_id`) REFERENCES `series`(`comic_id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`issue_id`) REFERENCES `issues`(`issue_id`) ON UPDATE no action ON DELETE cascade
);

CREATE UNIQUE INDEX `name_places_of_series` ON `name_places` (`comic_id`) WHERE "name_places"."comic_id" is not null;
CREATE UNIQUE INDEX `name_places_of_issues` ON `name_places` (`issue_id`) WHERE "name_places"."issue_id" is not null;
-- Tables of numbers: without row ids they are half as large.
CREATE TABLE `name_uses` (
	`name_id` integer NOT NULL,
	`series_id` integer NOT NULL,
	`place_id` integer NOT NULL,
	`role_id` integer NOT NULL,
	PRIMARY KEY(`name_id`, `series_id`, `place_id`, `role_id`),
	FOREIGN KEY (`name_id`) REFERENCES `names`(`name_id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`place_id`) REFERENCES `name_places`(`place_id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;

CREATE INDEX `name_uses_by_place` ON `name_uses` (`place_id`,`name_id`,`role_id`);
CREATE TABLE `name_series` (
	`name_id` integer NOT NULL,
	`role_id` integer NOT NULL,
	`series_id` integer NOT NULL,
	`issues` integer NOT NULL,
	PRIMARY KEY(`name_id`, `role_id`, `series_id`),
	FOREIGN KEY (`name_id`) REFERENCES `names`(`name_id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`series_id`) REFERENCES `name_places`(`place_id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;

CREATE INDEX `name_series_in_order` ON `name_series` (`name_id`,`role_id`,`issues`,`series_id`);
CREATE INDEX `name_series_by_series` ON `name_series` (`series_id`,`name_id`);
CREATE TABLE `name_totals` (
	`name_id` integer NOT NULL,
	`role_id` integer NOT NULL,
	`kind` text NOT NULL,
	`issues` integer NOT NULL,
	`series` integer NOT NULL,
	PRIMARY KEY(`name_id`, `role_id`),
	FOREIGN KEY (`name_id`) REFERENCES `names`(`name_id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;

CREATE INDEX `name_totals_in_order` ON `name_totals` (`kind`,`role_id`,`issues`,`name_id`);
CREATE TABLE `name_recounts` (
	`name_id` integer NOT NULL,
	`series_id` integer NOT NULL,
	PRIMARY KEY(`name_id`, `series_id`)
) WITHOUT ROWID;

CREATE TABLE `name_queue` (
	`subject` text PRIMARY KEY NOT NULL
) WITHOUT ROWID;

CREATE TRIGGER `names_of_new_series` AFTER INSERT ON `series` BEGIN
  INSERT INTO `name_queue` VALUES ('s' || new.`comic_id`) ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER `names_of_changed_series` AFTER UPDATE OF `publisher`, `imprint`, `genres`, `total`, `status` ON `series`
WHEN old.`publisher` IS NOT new.`publisher` OR old.`imprint` IS NOT new.`imprint` OR old.`genres` IS NOT new.`genres`
  OR old.`total` <> new.`total` OR old.`status` <> new.`status` BEGIN
  INSERT INTO `name_queue` VALUES ('s' || new.`comic_id`) ON CONFLICT DO NOTHING;
END;
-- Names of series that exist for story arcs only are not listed.
CREATE TRIGGER `names_of_followed_series` AFTER UPDATE OF `status` ON `series`
WHEN (old.`status` = 'unfollowed') <> (new.`status` = 'unfollowed') BEGIN
  INSERT INTO `name_queue` SELECT 'i' || `issue_id` FROM `issues` WHERE `comic_id` = new.`comic_id` ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER `names_of_new_series_source` AFTER INSERT ON `series_sources` BEGIN
  INSERT INTO `name_queue` VALUES ('s' || new.`comic_id`) ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER `names_of_changed_series_source` AFTER UPDATE OF `facts` ON `series_sources` WHEN old.`facts` <> new.`facts` BEGIN
  INSERT INTO `name_queue` VALUES ('s' || new.`comic_id`) ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER `names_of_removed_series_source` AFTER DELETE ON `series_sources` BEGIN
  INSERT INTO `name_queue` VALUES ('s' || old.`comic_id`) ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER `names_of_new_issue` AFTER INSERT ON `issues` WHEN new.`writer` IS NOT NULL BEGIN
  INSERT INTO `name_queue` VALUES ('i' || new.`issue_id`) ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER `names_of_changed_issue` AFTER UPDATE OF `comic_id`, `writer` ON `issues`
WHEN old.`writer` IS NOT new.`writer` OR old.`comic_id` <> new.`comic_id` BEGIN
  INSERT INTO `name_queue` VALUES ('i' || new.`issue_id`) ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER `names_of_new_issue_source` AFTER INSERT ON `issue_sources` BEGIN
  INSERT INTO `name_queue` VALUES ('i' || new.`issue_id`) ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER `names_of_changed_issue_source` AFTER UPDATE OF `facts` ON `issue_sources` WHEN old.`facts` <> new.`facts` BEGIN
  INSERT INTO `name_queue` VALUES ('i' || new.`issue_id`) ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER `names_of_removed_issue_source` AFTER DELETE ON `issue_sources` BEGIN
  INSERT INTO `name_queue` VALUES ('i' || old.`issue_id`) ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER `recount_new_use` AFTER INSERT ON `name_uses` BEGIN
  INSERT INTO `name_recounts` VALUES (new.`name_id`, new.`series_id`) ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER `recount_removed_use` AFTER DELETE ON `name_uses` BEGIN
  INSERT INTO `name_recounts` VALUES (old.`name_id`, old.`series_id`) ON CONFLICT DO NOTHING;
END;

-- The names of what is in the library already are read in the background.
INSERT INTO `name_queue` SELECT 's' || `comic_id` FROM `series`;
INSERT INTO `name_queue` SELECT 'i' || `issue_id` FROM `issues`;
