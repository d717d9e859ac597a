CREATE INDEX `issues_unverified` ON `issues` (`comic_id`) WHERE "issues"."fulfillment" = 'unknown';
