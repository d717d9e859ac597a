ALTER TABLE `moving_runs` ADD `reader` text;
