ALTER TABLE `placements` ADD `packed_in` text;--> statement-breakpoint
ALTER TABLE `placements` ADD `pictures` integer DEFAULT false NOT NULL;