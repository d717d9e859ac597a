CREATE TABLE `search_index` (
	`mark` text PRIMARY KEY NOT NULL
);

CREATE TABLE `search_queue` (
	`subject` text PRIMARY KEY NOT NULL
);

CREATE TRIGGER `search_new_series` AFTER INSERT ON `series` BEGIN
  INSERT INTO `search_queue` VALUES ('s' || new.`comic_id`) ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER `search_named_series` AFTER UPDATE OF `match_key`, `aliases` ON `series`
WHEN old.`match_key` <> new.`match_key` OR old.`aliases` IS NOT new.`aliases` BEGIN
  INSERT INTO `search_queue` VALUES ('s' || new.`comic_id`) ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER `search_no_series` AFTER DELETE ON `series` BEGIN
  INSERT INTO `search_queue` VALUES ('s' || old.`comic_id`) ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER `search_new_issue` AFTER INSERT ON `issues` WHEN new.`title` IS NOT NULL OR new.`writer` IS NOT NULL BEGIN
  INSERT INTO `search_queue` VALUES ('i' || new.`issue_id`) ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER `search_named_issue` AFTER UPDATE OF `comic_id`, `title`, `writer` ON `issues`
WHEN old.`title` IS NOT new.`title` OR old.`writer` IS NOT new.`writer` OR old.`comic_id` <> new.`comic_id` BEGIN
  INSERT INTO `search_queue` VALUES ('i' || new.`issue_id`) ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER `search_no_issue` AFTER DELETE ON `issues` BEGIN
  INSERT INTO `search_queue` VALUES ('i' || old.`issue_id`) ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER `search_new_authors` AFTER INSERT ON `series_sources` BEGIN
  INSERT INTO `search_queue` VALUES ('s' || new.`comic_id`) ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER `search_other_authors` AFTER UPDATE OF `facts` ON `series_sources` WHEN old.`facts` <> new.`facts` BEGIN
  INSERT INTO `search_queue` VALUES ('s' || new.`comic_id`) ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER `search_no_authors` AFTER DELETE ON `series_sources` BEGIN
  INSERT INTO `search_queue` VALUES ('s' || old.`comic_id`) ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER `search_new_credits` AFTER INSERT ON `issue_sources` BEGIN
  INSERT INTO `search_queue` VALUES ('i' || new.`issue_id`) ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER `search_other_credits` AFTER UPDATE OF `facts` ON `issue_sources` WHEN old.`facts` <> new.`facts` BEGIN
  INSERT INTO `search_queue` VALUES ('i' || new.`issue_id`) ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER `search_no_credits` AFTER DELETE ON `issue_sources` BEGIN
  INSERT INTO `search_queue` VALUES ('i' || old.`issue_id`) ON CONFLICT DO NOTHING;
END;
