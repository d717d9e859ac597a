CREATE TABLE `reading_list_rules` (
	`series_key` text NOT NULL,
	`volume` integer NOT NULL,
	`comic_id` text NOT NULL,
	`made_at` text NOT NULL,
	PRIMARY KEY(`series_key`, `volume`),
	FOREIGN KEY (`comic_id`) REFERENCES `series`(`comic_id`) ON UPDATE no action ON DELETE cascade
);

CREATE TABLE `story_arc_issues` (
	`issue_arc_id` text PRIMARY KEY NOT NULL,
	`arc_id` text NOT NULL,
	`position` integer NOT NULL,
	`added_by` text NOT NULL,
	`removed_at` text,
	`series` text NOT NULL,
	`series_key` text NOT NULL,
	`volume` integer,
	`number` text NOT NULL,
	`year` integer,
	`title` text,
	`ids` text NOT NULL,
	`issue_id` text,
	`matched_by` text,
	`reason` text,
	`candidates` text NOT NULL,
	`status` text,
	FOREIGN KEY (`arc_id`) REFERENCES `story_arcs`(`arc_id`) ON UPDATE no action ON DELETE cascade
);

CREATE INDEX `story_arc_in_order` ON `story_arc_issues` (`arc_id`,`position`);
CREATE INDEX `story_arc_by_issue` ON `story_arc_issues` (`issue_id`) WHERE "story_arc_issues"."issue_id" is not null;
CREATE INDEX `story_arc_unmatched` ON `story_arc_issues` (`series_key`) WHERE "story_arc_issues"."issue_id" is null and "story_arc_issues"."removed_at" is null;
CREATE TABLE `story_arc_orders` (
	`order_id` integer PRIMARY KEY NOT NULL,
	`arc_id` text NOT NULL,
	`ordered_by` text NOT NULL,
	`issue_arc_ids` text NOT NULL,
	`replaced_at` text NOT NULL,
	FOREIGN KEY (`arc_id`) REFERENCES `story_arcs`(`arc_id`) ON UPDATE no action ON DELETE cascade
);

CREATE INDEX `story_arc_orders_of` ON `story_arc_orders` (`arc_id`,`order_id`);
CREATE TABLE `story_arcs` (
	`arc_id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`source` text NOT NULL,
	`ordered_by` text NOT NULL,
	`rows_made` integer DEFAULT 0 NOT NULL,
	`added_at` text NOT NULL,
	`updated_at` text NOT NULL
);

