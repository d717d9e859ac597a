ALTER TABLE `bulk_items` ADD `choices` text;
