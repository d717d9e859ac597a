ALTER TABLE `bookmarks` ADD `changed_at` text;
