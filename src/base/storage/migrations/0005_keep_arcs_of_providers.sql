ALTER TABLE `story_arc_issues` ADD `issue_date` text;
ALTER TABLE `story_arc_issues` ADD `book_type` text;
ALTER TABLE `story_arcs` ADD `publisher` text;
ALTER TABLE `story_arcs` ADD `description` text;
ALTER TABLE `story_arcs` ADD `image_url` text;
ALTER TABLE `story_arcs` ADD `page_url` text;
