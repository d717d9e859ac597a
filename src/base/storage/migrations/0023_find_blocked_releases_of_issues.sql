CREATE INDEX `blocklist_by_entity` ON `blocklist` (`entity_id`);
