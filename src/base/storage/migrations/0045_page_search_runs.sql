CREATE INDEX `search_items_in_order` ON `search_items` (`run_id`,`position`);
