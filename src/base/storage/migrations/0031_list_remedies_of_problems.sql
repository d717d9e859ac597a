ALTER TABLE `import_files` ADD `remedy` text;
