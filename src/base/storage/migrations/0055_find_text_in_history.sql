CREATE INDEX `journal_texts` ON `journal` (`indexer`,`title`) WHERE "journal"."cleared_at" is null;
