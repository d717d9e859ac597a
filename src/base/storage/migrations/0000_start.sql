CREATE TABLE `login_failures` (
	`door` text PRIMARY KEY NOT NULL,
	`count` integer NOT NULL,
	`first_at` text NOT NULL,
	`locked_until` text
);
CREATE INDEX `login_failures_by_age` ON `login_failures` (`first_at`);
CREATE TABLE `revoked_sessions` (
	`sid` text PRIMARY KEY NOT NULL,
	`expires_at` text NOT NULL
);
CREATE TABLE `import_files` (
	`scan_id` text NOT NULL,
	`path` text NOT NULL,
	`root_length` integer NOT NULL,
	`group_id` text,
	`size` integer NOT NULL,
	`modified_ms` integer NOT NULL,
	`format` text,
	`page_count` integer,
	`cover_page` integer,
	`content_hash` text,
	`duplicate_of` text,
	`problem` text,
	`in_library` integer DEFAULT false NOT NULL,
	`kind` text DEFAULT 'issue' NOT NULL,
	`unit` text DEFAULT 'issue' NOT NULL,
	`number` text DEFAULT '' NOT NULL,
	`number_end` text DEFAULT '' NOT NULL,
	`said` integer DEFAULT false NOT NULL,
	`sort_key` text DEFAULT '' NOT NULL,
	`title` text,
	`year` integer,
	`release_date` text,
	`writer` text,
	`summary` text,
	`evidence` text NOT NULL, `moved_from` text,
	FOREIGN KEY (`scan_id`) REFERENCES `import_scans`(`scan_id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`group_id`) REFERENCES `import_groups`(`group_id`) ON UPDATE no action ON DELETE cascade
);
CREATE UNIQUE INDEX `import_files_by_path` ON `import_files` (`scan_id`,`path`);
CREATE INDEX `import_files_by_group` ON `import_files` (`group_id`,`sort_key`);
CREATE INDEX `import_files_with_problem` ON `import_files` (`scan_id`) WHERE "import_files"."problem" is not null;
CREATE TABLE `import_groups` (
	`group_id` text PRIMARY KEY NOT NULL,
	`scan_id` text NOT NULL,
	`comic_id` text NOT NULL,
	`series_name` text NOT NULL,
	`sort_name` text NOT NULL,
	`year` integer,
	`publisher` text,
	`imprint` text,
	`volume` integer,
	`content_type` text NOT NULL,
	`content_type_chosen` integer DEFAULT false NOT NULL,
	`reading_direction` text NOT NULL,
	`bare_number_mode` text DEFAULT 'auto' NOT NULL,
	`location` text,
	`description` text,
	`language` text,
	`book_type` text,
	`total_issues` integer,
	`provider_ids` text NOT NULL,
	`file_count` integer NOT NULL,
	`new_files` integer NOT NULL,
	`issue_count` integer NOT NULL,
	`size_bytes` integer NOT NULL,
	`confidence` integer NOT NULL,
	`found_confidence` integer,
	`said` integer DEFAULT false NOT NULL,
	`confidence_parts` text NOT NULL,
	`evidence` text NOT NULL,
	`existing_comic_id` text,
	`errors` text NOT NULL,
	`imported_at` text, `proposal_id` text, `proposal_said` integer DEFAULT false NOT NULL,
	FOREIGN KEY (`scan_id`) REFERENCES `import_scans`(`scan_id`) ON UPDATE no action ON DELETE cascade
);
CREATE UNIQUE INDEX `import_groups_one_series` ON `import_groups` (`scan_id`,`comic_id`);
CREATE TABLE `import_inbox` (
	`imp_id` text PRIMARY KEY NOT NULL,
	`path` text NOT NULL,
	`size` integer NOT NULL,
	`modified_ms` integer NOT NULL,
	`status` text DEFAULT 'Not Imported' NOT NULL,
	`ignored` integer DEFAULT false NOT NULL,
	`edited` integer DEFAULT false NOT NULL,
	`content_type` text NOT NULL,
	`series_name` text NOT NULL,
	`match_key` text NOT NULL,
	`year` integer,
	`volume` integer,
	`kind` text NOT NULL,
	`unit` text NOT NULL,
	`number` text NOT NULL,
	`number_end` text DEFAULT '' NOT NULL,
	`title` text,
	`release_date` text,
	`writer` text,
	`summary` text,
	`suggested_comic_id` text,
	`suggested_issue_id` text,
	`suggested_name` text,
	`confidence` integer,
	`match_source` text NOT NULL,
	`problem` text,
	`comic_id` text,
	`issue_id` text,
	`target` text,
	`target_hash` text,
	`removes_source` integer DEFAULT false NOT NULL,
	`first_seen_at` text NOT NULL,
	`imported_at` text
);
CREATE UNIQUE INDEX `import_inbox_by_path` ON `import_inbox` (`path`);
CREATE INDEX `import_inbox_by_group` ON `import_inbox` (`match_key`,`volume`);
CREATE TABLE `import_made` (
	`operation_id` text NOT NULL,
	`kind` text NOT NULL,
	`id` text NOT NULL,
	`file_id` text DEFAULT '' NOT NULL,
	PRIMARY KEY(`operation_id`, `kind`, `id`, `file_id`)
);
CREATE TABLE `import_scans` (
	`scan_id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`state` text NOT NULL,
	`total_files` integer DEFAULT 0 NOT NULL,
	`processed_files` integer DEFAULT 0 NOT NULL,
	`series_found` integer DEFAULT 0 NOT NULL,
	`moved_files` integer DEFAULT 0 NOT NULL,
	`missing_files` integer DEFAULT 0 NOT NULL,
	`current_series` text,
	`errors` text NOT NULL,
	`started_at` text NOT NULL,
	`finished_at` text
);
CREATE INDEX `import_scans_newest` ON `import_scans` (`kind`,`started_at`);
CREATE TABLE `catalog_pages` (
	`path` text PRIMARY KEY NOT NULL,
	`tag` text NOT NULL,
	`changed_at` text NOT NULL
);
CREATE TABLE `covers` (
	`file_id` text PRIMARY KEY NOT NULL,
	`width` integer NOT NULL,
	`height` integer NOT NULL,
	`color` text NOT NULL,
	`version` text NOT NULL,
	FOREIGN KEY (`file_id`) REFERENCES `files`(`file_id`) ON UPDATE no action ON DELETE cascade
);
CREATE TABLE `files` (
	`file_id` text PRIMARY KEY NOT NULL,
	`path` text NOT NULL,
	`size` integer NOT NULL,
	`modified_ms` integer NOT NULL,
	`format` text NOT NULL,
	`page_count` integer NOT NULL,
	`cover_page` integer DEFAULT 0 NOT NULL,
	`content_hash` text,
	`added_at` text NOT NULL,
	`gone_at` text
);
CREATE UNIQUE INDEX `files_by_path` ON `files` (`path`);
CREATE INDEX `files_by_added` ON `files` (`added_at`,`file_id`);
CREATE INDEX `files_by_hash` ON `files` (`content_hash`);
CREATE TABLE `issue_files` (
	`issue_id` text NOT NULL,
	`file_id` text NOT NULL,
	PRIMARY KEY(`issue_id`, `file_id`),
	FOREIGN KEY (`issue_id`) REFERENCES `issues`(`issue_id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`file_id`) REFERENCES `files`(`file_id`) ON UPDATE no action ON DELETE cascade
);
CREATE INDEX `issue_files_by_file` ON `issue_files` (`file_id`);
CREATE TABLE `issues` (
	`issue_id` text PRIMARY KEY NOT NULL,
	`comic_id` text NOT NULL,
	`kind` text NOT NULL,
	`unit` text NOT NULL,
	`number` text NOT NULL,
	`sort_key` text NOT NULL,
	`title` text,
	`release_date` text,
	`issue_date` text,
	`digital_date` text,
	`intent` text DEFAULT 'policy' NOT NULL,
	`fulfillment` text DEFAULT 'missing' NOT NULL,
	`image_url` text,
	`writer` text,
	`summary` text,
	`added_at` text NOT NULL,
	`updated_at` text NOT NULL, `volume_number` text,
	FOREIGN KEY (`comic_id`) REFERENCES `series`(`comic_id`) ON UPDATE no action ON DELETE cascade
);
CREATE UNIQUE INDEX `issues_one_number` ON `issues` (`comic_id`,`kind`,`unit`,`number`);
CREATE INDEX `issues_in_order` ON `issues` (`comic_id`,`kind`,`sort_key`);
CREATE INDEX `issues_wanted` ON `issues` (`release_date`,`issue_id`,`comic_id`) WHERE "issues"."intent" = 'wanted' and "issues"."fulfillment" = 'missing';
CREATE INDEX `issues_wanted_of_series` ON `issues` (`comic_id`,`release_date`,`issue_id`) WHERE "issues"."intent" = 'wanted' and "issues"."fulfillment" = 'missing';
CREATE TABLE `series` (
	`comic_id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`sort_name` text NOT NULL,
	`match_key` text NOT NULL,
	`content_type` text NOT NULL,
	`content_type_chosen` integer DEFAULT false NOT NULL,
	`status` text DEFAULT 'active' NOT NULL,
	`source` text DEFAULT 'local' NOT NULL,
	`year` integer,
	`publisher` text,
	`imprint` text,
	`volume` integer,
	`book_type` text DEFAULT 'Print' NOT NULL,
	`description` text,
	`language` text,
	`reading_direction` text DEFAULT 'ltr' NOT NULL,
	`location` text,
	`allow_packs` integer DEFAULT false NOT NULL,
	`ignore_type` integer DEFAULT false NOT NULL,
	`bare_number_mode` text DEFAULT 'auto' NOT NULL,
	`monitor_mode` text DEFAULT 'blended' NOT NULL,
	`added_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`total` integer DEFAULT 0 NOT NULL,
	`have` integer DEFAULT 0 NOT NULL,
	`wanted` integer DEFAULT 0 NOT NULL,
	`latest_issue_id` text,
	`latest_number` text,
	`latest_date` text,
	`cover_issue_id` text,
	`cover_version` text,
	`files_at` text
, `aliases` text, `end_year` integer, `publication` text, `age_rating` text, `genres` text, `image_url` text, `removed_upstream_at` text, `want_new` integer DEFAULT false NOT NULL, `listed` integer DEFAULT false NOT NULL, `said_total` integer, `counted_in` text, `total_known` integer DEFAULT false NOT NULL);
CREATE INDEX `series_by_name` ON `series` (`sort_name`,`comic_id`);
CREATE INDEX `series_by_publisher` ON `series` (`publisher`,`sort_name`);
CREATE INDEX `series_by_files_at` ON `series` (`files_at`);
CREATE INDEX `series_by_key` ON `series` (`match_key`);
CREATE TABLE `jobs` (
	`name` text PRIMARY KEY NOT NULL,
	`last_started_at` text,
	`last_finished_at` text,
	`last_ok` integer,
	`last_error` text
, `paused` integer DEFAULT false NOT NULL, `failures_in_row` integer DEFAULT 0 NOT NULL);
CREATE TABLE `operations` (
	`operation_id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`subject` text NOT NULL,
	`payload` text NOT NULL,
	`state` text NOT NULL,
	`progress` real DEFAULT 0 NOT NULL,
	`detail` text,
	`error` text,
	`attempt` integer DEFAULT 0 NOT NULL,
	`requested_by` text,
	`created_at` text NOT NULL,
	`started_at` text,
	`finished_at` text
);
CREATE UNIQUE INDEX `operations_one_active` ON `operations` (`kind`,`subject`) WHERE "operations"."state" in ('queued','running');
CREATE INDEX `operations_by_kind` ON `operations` (`kind`,`created_at`);
CREATE TABLE `device_keys` (
	`device_id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`key_hash` text NOT NULL,
	`created_at` text NOT NULL,
	`last_used_at` text,
	`last_agent` text,
	`last_address` text,
	`counts_streaming` integer DEFAULT true NOT NULL,
	`comic_types` text DEFAULT 'standard' NOT NULL
);
CREATE UNIQUE INDEX `device_keys_by_key` ON `device_keys` (`key_hash`);
CREATE TABLE `bookmarks` (
	`content_key` text NOT NULL,
	`page` integer NOT NULL,
	`issue_id` text,
	`note` text,
	`created_at` text NOT NULL,
	PRIMARY KEY(`content_key`, `page`),
	FOREIGN KEY (`issue_id`) REFERENCES `issues`(`issue_id`) ON UPDATE no action ON DELETE set null
);
CREATE INDEX `bookmarks_by_issue` ON `bookmarks` (`issue_id`);
CREATE TABLE `document_digests` (
	`file_id` text NOT NULL,
	`method` text NOT NULL,
	`document` text NOT NULL,
	`path` text NOT NULL,
	`size` integer NOT NULL,
	`modified_ms` integer NOT NULL,
	PRIMARY KEY(`file_id`, `method`),
	FOREIGN KEY (`file_id`) REFERENCES `files`(`file_id`) ON UPDATE no action ON DELETE cascade
);
CREATE INDEX `digests_by_document` ON `document_digests` (`document`);
CREATE TABLE `page_sizes` (
	`file_id` text PRIMARY KEY NOT NULL,
	`pages` text NOT NULL,
	`version` text NOT NULL,
	FOREIGN KEY (`file_id`) REFERENCES `files`(`file_id`) ON UPDATE no action ON DELETE cascade
);
CREATE TABLE `reading_progress` (
	`content_key` text PRIMARY KEY NOT NULL,
	`issue_id` text,
	`comic_id` text,
	`page` integer NOT NULL,
	`page_count` integer NOT NULL,
	`furthest` integer NOT NULL,
	`completed` integer NOT NULL,
	`again` integer,
	`started_at` text NOT NULL,
	`read_at` text NOT NULL,
	`finished_at` text,
	`times_read` integer DEFAULT 0 NOT NULL,
	`device` text,
	`device_id` text,
	`revision` integer NOT NULL,
	FOREIGN KEY (`issue_id`) REFERENCES `issues`(`issue_id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`comic_id`) REFERENCES `series`(`comic_id`) ON UPDATE no action ON DELETE set null
);
CREATE INDEX `progress_by_issue` ON `reading_progress` (`issue_id`);
CREATE INDEX `progress_by_revision` ON `reading_progress` (`revision`);
CREATE INDEX `progress_under_way` ON `reading_progress` (`read_at`) WHERE "reading_progress"."completed" = 0 and "reading_progress"."furthest" > 0;
CREATE TABLE `reading_views` (
	`comic_id` text PRIMARY KEY NOT NULL,
	`view` text NOT NULL,
	FOREIGN KEY (`comic_id`) REFERENCES `series`(`comic_id`) ON UPDATE no action ON DELETE cascade
);
CREATE TABLE `synced_documents` (
	`document` text PRIMARY KEY NOT NULL,
	`progress` text NOT NULL,
	`percentage` real NOT NULL,
	`device` text NOT NULL,
	`device_id` text,
	`synced_at` text NOT NULL
, `key_device_id` text);
CREATE TABLE `import_steps` (
	`step_id` integer PRIMARY KEY NOT NULL,
	`scan_id` text NOT NULL,
	`said` text NOT NULL,
	`groups` text NOT NULL,
	`made` text NOT NULL,
	`files` text NOT NULL,
	FOREIGN KEY (`scan_id`) REFERENCES `import_scans`(`scan_id`) ON UPDATE no action ON DELETE cascade
);
CREATE INDEX `import_steps_newest` ON `import_steps` (`scan_id`,`step_id`);
CREATE INDEX `issues_by_release` ON `issues` (`release_date`);
CREATE TABLE `library_disks` (
	`path` text PRIMARY KEY NOT NULL,
	`seen_at` text NOT NULL,
	`lost_at` text
);
CREATE INDEX `progress_by_series` ON `reading_progress` (`comic_id`,`completed`,`read_at`);
CREATE INDEX `files_gone` ON `files` (`path`) WHERE "files"."gone_at" is not null;
CREATE TABLE `import_seen` (
	`path` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`size` integer NOT NULL,
	`modified_ms` integer NOT NULL,
	`content_hash` text NOT NULL,
	`reading` integer NOT NULL,
	`facts` text NOT NULL
);
CREATE TABLE `series_reading` (
	`comic_id` text PRIMARY KEY NOT NULL,
	`read` integer NOT NULL,
	`reading` integer NOT NULL,
	`current_issue_id` text,
	`after_issue_id` text,
	`next_issue_id` text,
	`read_at` text,
	FOREIGN KEY (`comic_id`) REFERENCES `series`(`comic_id`) ON UPDATE no action ON DELETE cascade
);
CREATE INDEX `series_under_way` ON `series_reading` (`read_at`,`comic_id`,`current_issue_id`) WHERE "series_reading"."current_issue_id" is not null;
CREATE INDEX `series_on_deck` ON `series_reading` (`read_at`,`comic_id`,`next_issue_id`,`after_issue_id`) WHERE "series_reading"."next_issue_id" is not null;
CREATE TABLE `sync_hashes` (
	`hash` text PRIMARY KEY NOT NULL,
	`device_id` text NOT NULL,
	FOREIGN KEY (`device_id`) REFERENCES `device_keys`(`device_id`) ON UPDATE no action ON DELETE cascade
);
CREATE INDEX `sync_hashes_by_device` ON `sync_hashes` (`device_id`);
CREATE INDEX `synced_by_key` ON `synced_documents` (`key_device_id`,`synced_at`);
CREATE TABLE `file_batches` (
	`batch_id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`state` text NOT NULL,
	`comic_id` text,
	`title` text NOT NULL,
	`operation_id` text,
	`created_at` text NOT NULL,
	`finished_at` text
);
CREATE INDEX `file_batches_of_series` ON `file_batches` (`comic_id`,`created_at`);
CREATE INDEX `file_batches_by_age` ON `file_batches` (`created_at`);
CREATE TABLE `file_changes` (
	`change_id` text PRIMARY KEY NOT NULL,
	`batch_id` text NOT NULL,
	`position` integer NOT NULL,
	`kind` text NOT NULL,
	`state` text NOT NULL,
	`file_id` text NOT NULL,
	`from_path` text NOT NULL,
	`to_path` text NOT NULL,
	`temp_path` text,
	`kept_path` text,
	`before_size` integer,
	`before_modified_ms` integer,
	`after_size` integer,
	`after_modified_ms` integer,
	`after_hash` text,
	`before_notes` text,
	`error` text,
	`changed_at` text, `before_file` text, `after_file` text,
	FOREIGN KEY (`batch_id`) REFERENCES `file_batches`(`batch_id`) ON UPDATE no action ON DELETE cascade
);
CREATE INDEX `file_changes_of_batch` ON `file_changes` (`batch_id`,`position`);
CREATE INDEX `file_changes_of_file` ON `file_changes` (`file_id`);
CREATE INDEX `file_changes_by_state` ON `file_changes` (`state`);
CREATE TABLE `issue_sources` (
	`issue_id` text NOT NULL,
	`source` text NOT NULL,
	`provider_id` text,
	`facts` text NOT NULL,
	`detailed` integer DEFAULT false NOT NULL,
	`changed` text,
	`said_at` text NOT NULL,
	`removed_at` text,
	PRIMARY KEY(`issue_id`, `source`),
	FOREIGN KEY (`issue_id`) REFERENCES `issues`(`issue_id`) ON UPDATE no action ON DELETE cascade
);
CREATE INDEX `issue_sources_by_id` ON `issue_sources` (`source`,`provider_id`);
CREATE TABLE `metadata_providers` (
	`provider` text PRIMARY KEY NOT NULL,
	`failure` text,
	`detail` text,
	`failures_in_row` integer DEFAULT 0 NOT NULL,
	`blocked_until` text,
	`spent` text,
	`last_asked_at` text,
	`last_ok_at` text,
	`last_failed_at` text
);
CREATE TABLE `metadata_replies` (
	`key` text PRIMARY KEY NOT NULL,
	`provider` text NOT NULL,
	`body` text NOT NULL,
	`size` integer NOT NULL,
	`etag` text,
	`last_modified` text,
	`kept_at` text NOT NULL,
	`fresh_until` text NOT NULL
);
CREATE INDEX `metadata_replies_by_age` ON `metadata_replies` (`kept_at`);
CREATE TABLE `series_sources` (
	`comic_id` text NOT NULL,
	`source` text NOT NULL,
	`provider_id` text,
	`facts` text NOT NULL,
	`changed` text,
	`said_at` text NOT NULL,
	`checked_at` text,
	`removed_at` text,
	PRIMARY KEY(`comic_id`, `source`),
	FOREIGN KEY (`comic_id`) REFERENCES `series`(`comic_id`) ON UPDATE no action ON DELETE cascade
);
CREATE UNIQUE INDEX `series_sources_once` ON `series_sources` (`source`,`provider_id`) WHERE "series_sources"."provider_id" is not null;
CREATE INDEX `series_sources_stalest` ON `series_sources` (`source`,`checked_at`);
CREATE TABLE `import_proposals` (
	`proposal_id` text PRIMARY KEY NOT NULL,
	`comic_id` text NOT NULL,
	`provider` text NOT NULL,
	`provider_id` text NOT NULL,
	`rank` integer NOT NULL,
	`confidence` integer NOT NULL,
	`parts` text NOT NULL,
	`series_id` text NOT NULL,
	`name` text NOT NULL,
	`year` integer,
	`publisher` text,
	`issue_count` integer,
	`image_url` text,
	`url` text,
	`record` text NOT NULL,
	`issues` text,
	`cover` text,
	`said` integer DEFAULT false NOT NULL
);
CREATE UNIQUE INDEX `import_proposals_once` ON `import_proposals` (`comic_id`,`provider`,`provider_id`);
CREATE TABLE `import_questions` (
	`comic_id` text PRIMARY KEY NOT NULL,
	`asked` text NOT NULL,
	`weighed` text NOT NULL,
	`asked_at` text NOT NULL
);
CREATE TABLE `blocklist` (
	`digest` text PRIMARY KEY NOT NULL,
	`title` text NOT NULL,
	`indexer` text NOT NULL,
	`entity_id` text,
	`comic_id` text,
	`reason` text NOT NULL,
	`blocked_at` text NOT NULL
);
CREATE INDEX `blocklist_by_time` ON `blocklist` (`blocked_at`);
CREATE TABLE `journal` (
	`item_id` text PRIMARY KEY NOT NULL,
	`release_key` text NOT NULL,
	`digest` text NOT NULL,
	`entity_type` text NOT NULL,
	`entity_id` text NOT NULL,
	`comic_id` text NOT NULL,
	`title` text NOT NULL,
	`indexer_id` text,
	`indexer` text NOT NULL,
	`protocol` text NOT NULL,
	`size` integer,
	`pack` integer DEFAULT false NOT NULL,
	`client` text,
	`client_name` text,
	`client_id` text,
	`stage` text NOT NULL,
	`resolution` text,
	`reason` text,
	`grabbed_at` text NOT NULL,
	`updated_at` text NOT NULL
, `origin` text DEFAULT 'grab' NOT NULL, `requested_by` text, `info_hash` text, `minimum_ratio` real, `minimum_seed_seconds` integer, `content_path` text, `bytes_done` integer, `stalled_since` text, `missing_since` text, `unreachable_since` text, `held` text, `again_at` text, `cleared_at` text);
CREATE UNIQUE INDEX `journal_one_open` ON `journal` (`digest`) WHERE "journal"."stage" in ('reserved','snatched','downloaded','post_processing','moved');
CREATE INDEX `journal_by_stage` ON `journal` (`stage`,`updated_at`);
CREATE INDEX `journal_by_key` ON `journal` (`release_key`);
CREATE INDEX `journal_by_entity` ON `journal` (`entity_id`);
CREATE INDEX `journal_by_time` ON `journal` (`grabbed_at`);
CREATE TABLE `journal_issues` (
	`item_id` text NOT NULL,
	`issue_id` text NOT NULL,
	PRIMARY KEY(`item_id`, `issue_id`),
	FOREIGN KEY (`item_id`) REFERENCES `journal`(`item_id`) ON UPDATE no action ON DELETE cascade
);
CREATE INDEX `journal_issues_by_issue` ON `journal_issues` (`issue_id`);
CREATE TABLE `journal_log` (
	`log_id` text PRIMARY KEY NOT NULL,
	`item_id` text NOT NULL,
	`at` text NOT NULL,
	`from` text,
	`to` text NOT NULL,
	`why` text,
	FOREIGN KEY (`item_id`) REFERENCES `journal`(`item_id`) ON UPDATE no action ON DELETE cascade
);
CREATE INDEX `journal_log_of_item` ON `journal_log` (`item_id`,`at`);
CREATE TABLE `indexers` (
	`indexer_id` text PRIMARY KEY NOT NULL,
	`type` text NOT NULL,
	`name` text NOT NULL,
	`host` text NOT NULL,
	`api_key` text DEFAULT '' NOT NULL,
	`verify` integer DEFAULT true NOT NULL,
	`categories` text NOT NULL,
	`enabled` integer DEFAULT true NOT NULL,
	`position` integer DEFAULT 0 NOT NULL,
	`rss_uid` text,
	`added_at` text NOT NULL,
	`failure` text,
	`detail` text,
	`failures_in_row` integer DEFAULT 0 NOT NULL,
	`blocked_until` text,
	`grabs_blocked_until` text,
	`spent` text,
	`last_asked_at` text,
	`last_ok_at` text,
	`last_failed_at` text,
	`hits` integer DEFAULT 0 NOT NULL,
	`caps` text,
	`caps_at` text,
	`feed_guid` text,
	`feed_at` text,
	`feed_gap` integer DEFAULT false NOT NULL
);
CREATE UNIQUE INDEX `indexers_one_name` ON `indexers` (`type`,`name`);
CREATE TABLE `interactive_candidates` (
	`session_id` text NOT NULL,
	`candidate_id` text NOT NULL,
	`digest` text NOT NULL,
	`indexer_id` text NOT NULL,
	`state` text NOT NULL,
	`offer` text NOT NULL,
	`verdict` text NOT NULL,
	`satisfies` text NOT NULL,
	`outcome` text,
	`updated_at` text NOT NULL,
	PRIMARY KEY(`session_id`, `candidate_id`),
	FOREIGN KEY (`session_id`) REFERENCES `interactive_sessions`(`session_id`) ON UPDATE no action ON DELETE cascade
);
CREATE TABLE `interactive_sessions` (
	`session_id` text PRIMARY KEY NOT NULL,
	`sid` text NOT NULL,
	`entity_type` text NOT NULL,
	`entity_id` text NOT NULL,
	`series_id` text NOT NULL,
	`state` text NOT NULL,
	`progress` text NOT NULL,
	`provider_failures` text NOT NULL,
	`created_at` text NOT NULL,
	`expires_at` text NOT NULL
);
CREATE UNIQUE INDEX `interactive_sessions_one` ON `interactive_sessions` (`sid`,`entity_type`,`entity_id`);
CREATE INDEX `interactive_sessions_by_age` ON `interactive_sessions` (`expires_at`);
CREATE TABLE `search_items` (
	`run_id` text NOT NULL,
	`entity_type` text NOT NULL,
	`entity_id` text NOT NULL,
	`position` integer NOT NULL,
	`state` text NOT NULL,
	`attempt_count` integer DEFAULT 0 NOT NULL,
	`reason` text,
	`updated_at` text NOT NULL,
	`completed_at` text, `resolution` text,
	PRIMARY KEY(`run_id`, `entity_type`, `entity_id`),
	FOREIGN KEY (`run_id`) REFERENCES `search_runs`(`run_id`) ON UPDATE no action ON DELETE cascade
);
CREATE INDEX `search_items_of_entity` ON `search_items` (`entity_id`,`updated_at`);
CREATE INDEX `search_items_by_state` ON `search_items` (`state`);
CREATE TABLE `search_last` (
	`entity_id` text PRIMARY KEY NOT NULL,
	`entity_type` text NOT NULL,
	`run_id` text,
	`state` text NOT NULL,
	`summary` text NOT NULL,
	`asked` text NOT NULL,
	`refused` text NOT NULL,
	`grabbed` text,
	`searched_at` text NOT NULL
);
CREATE TABLE `search_previews` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`sid` text NOT NULL,
	`scope_type` text NOT NULL,
	`scope_id` text NOT NULL,
	`fingerprint` text NOT NULL,
	`run_id` text,
	`created_at` text NOT NULL,
	`expires_at` text NOT NULL
);
CREATE INDEX `search_previews_by_age` ON `search_previews` (`expires_at`);
CREATE TABLE `search_runs` (
	`run_id` text PRIMARY KEY NOT NULL,
	`trigger` text NOT NULL,
	`scope_type` text NOT NULL,
	`scope_id` text NOT NULL,
	`priority` text NOT NULL,
	`dispatch_state` text NOT NULL,
	`completion_state` text NOT NULL,
	`reason` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`completed_at` text
);
CREATE INDEX `search_runs_by_time` ON `search_runs` (`created_at`);
CREATE INDEX `search_runs_by_state` ON `search_runs` (`completion_state`);
CREATE TABLE `timeline` (
	`event_id` integer PRIMARY KEY NOT NULL,
	`created_at` text NOT NULL,
	`activity` text NOT NULL,
	`status` text NOT NULL,
	`subject_type` text NOT NULL,
	`subject_id` text NOT NULL,
	`subject_label` text NOT NULL,
	`reason_code` text,
	`reason_detail` text,
	`provider` text,
	`run_id` text,
	`release_key` text,
	`parent_series_id` text,
	`scope_type` text,
	`scope_id` text
);
CREATE INDEX `timeline_by_time` ON `timeline` (`created_at`,`event_id`);
CREATE INDEX `timeline_of_subject` ON `timeline` (`subject_type`,`subject_id`,`event_id`);
CREATE INDEX `timeline_of_series` ON `timeline` (`parent_series_id`,`event_id`);
CREATE INDEX `timeline_of_scope` ON `timeline` (`scope_type`,`scope_id`,`event_id`);
CREATE TABLE `ddl_items` (
	`ddl_id` text PRIMARY KEY NOT NULL,
	`client_name` text NOT NULL,
	`status` text NOT NULL,
	`links` text NOT NULL,
	`link_at` integer DEFAULT 0 NOT NULL,
	`filename` text NOT NULL,
	`size` integer,
	`got` integer DEFAULT 0 NOT NULL,
	`etag` text,
	`series` text,
	`year` text,
	`issues` text,
	`site` text NOT NULL,
	`link_type` text,
	`mainlink` text,
	`comic_id` text,
	`issue_id` text,
	`pack` integer DEFAULT false NOT NULL,
	`path` text,
	`attempts` integer DEFAULT 0 NOT NULL,
	`retry_at` text,
	`moved_at` text,
	`error` text,
	`submitted_at` text NOT NULL,
	`updated_at` text NOT NULL
, `blames` integer DEFAULT false NOT NULL);
CREATE UNIQUE INDEX `ddl_items_by_name` ON `ddl_items` (`client_name`);
CREATE INDEX `ddl_items_by_status` ON `ddl_items` (`status`,`submitted_at`);
CREATE TABLE `download_clients` (
	`client_id` text PRIMARY KEY NOT NULL,
	`type` text NOT NULL,
	`name` text NOT NULL,
	`protocol` text NOT NULL,
	`enabled` integer DEFAULT true NOT NULL,
	`position` integer DEFAULT 0 NOT NULL,
	`address` text NOT NULL,
	`username` text DEFAULT '' NOT NULL,
	`secret` text DEFAULT '' NOT NULL,
	`verify` integer DEFAULT true NOT NULL,
	`category` text DEFAULT 'comics' NOT NULL,
	`settings` text NOT NULL,
	`placing` text DEFAULT 'move' NOT NULL,
	`seed_ratio` real,
	`seed_minutes` integer,
	`remove_completed` integer DEFAULT true NOT NULL,
	`remove_failed` integer DEFAULT true NOT NULL,
	`added_at` text NOT NULL,
	`version` text,
	`failure` text,
	`detail` text,
	`failing_since` text,
	`last_ok_at` text
);
CREATE UNIQUE INDEX `download_clients_one_name` ON `download_clients` (`name`);
CREATE TABLE `own_torrents` (
	`info_hash` text PRIMARY KEY NOT NULL,
	`client_name` text NOT NULL,
	`magnet` text,
	`torrent` text,
	`folder` text NOT NULL,
	`uploaded` integer DEFAULT 0 NOT NULL,
	`seeded_seconds` integer DEFAULT 0 NOT NULL,
	`completed_at` text,
	`error` text,
	`added_at` text NOT NULL
, `total` integer, `minimum_ratio` real, `minimum_seed_seconds` integer, `seeded_at` text);
CREATE TABLE `path_mappings` (
	`mapping_id` text PRIMARY KEY NOT NULL,
	`client_id` text NOT NULL,
	`remote` text NOT NULL,
	`local` text NOT NULL,
	`position` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`client_id`) REFERENCES `download_clients`(`client_id`) ON UPDATE no action ON DELETE cascade
);
CREATE INDEX `path_mappings_of_client` ON `path_mappings` (`client_id`,`position`);
CREATE TABLE `hook_calls` (
	`call_id` text PRIMARY KEY NOT NULL,
	`hook` text NOT NULL,
	`payload` text NOT NULL,
	`state` text NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`due_at` text NOT NULL,
	`error` text,
	`created_at` text NOT NULL,
	`done_at` text
);
CREATE INDEX `hook_calls_due` ON `hook_calls` (`state`,`due_at`);
CREATE TABLE `placements` (
	`placement_id` text PRIMARY KEY NOT NULL,
	`item_id` text NOT NULL,
	`position` integer NOT NULL,
	`source_path` text NOT NULL,
	`inner` text DEFAULT '' NOT NULL,
	`size` integer NOT NULL,
	`modified_ms` integer NOT NULL,
	`state` text NOT NULL,
	`decision` text,
	`issue_ids` text,
	`comic_id` text,
	`target` text,
	`target_hash` text,
	`file_id` text,
	`replaced_file_id` text,
	`detail` text,
	`updated_at` text NOT NULL
, `packed_in` text, `pictures` integer DEFAULT false NOT NULL);
CREATE UNIQUE INDEX `placements_of_item` ON `placements` (`item_id`,`position`);
CREATE INDEX `journal_again` ON `journal` (`again_at`) WHERE "journal"."again_at" is not null;
CREATE INDEX `journal_held` ON `journal` (`held`) WHERE "journal"."held" in ('waiting','dropping','seeding');
CREATE INDEX `journal_unresolved` ON `journal` (`updated_at`) WHERE "journal"."stage" in ('failed','manual_review') and "journal"."resolution" is null;
CREATE TABLE `own_version` (
	`only` integer PRIMARY KEY NOT NULL,
	`last_seen` text NOT NULL,
	`latest` text,
	`latest_name` text,
	`latest_url` text,
	`etag` text,
	`checked_at` text,
	`error` text
);
CREATE INDEX `journal_by_digest` ON `journal` (`digest`);
CREATE INDEX `search_items_again` ON `search_items` (`run_id`) WHERE "search_items"."state" in ('accepted','running') and "search_items"."attempt_count" > 0;
CREATE INDEX `journal_shown` ON `journal` (`cleared_at`,`grabbed_at`,`item_id`);
CREATE INDEX `journal_shown_by_stage` ON `journal` (`cleared_at`,`stage`,`grabbed_at`,`item_id`);
CREATE TABLE `notice_targets` (
	`target_id` text PRIMARY KEY NOT NULL,
	`service` text NOT NULL,
	`name` text NOT NULL,
	`enabled` integer DEFAULT true NOT NULL,
	`events` text NOT NULL,
	`settings` text NOT NULL,
	`secrets` text NOT NULL,
	`added_at` text NOT NULL,
	`last_ok_at` text,
	`last_failed_at` text,
	`error` text
);
CREATE TABLE `notices` (
	`notice_id` text PRIMARY KEY NOT NULL,
	`target_id` text NOT NULL,
	`event` text NOT NULL,
	`title` text NOT NULL,
	`body` text NOT NULL,
	`page` text,
	`state` text NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`due_at` text NOT NULL,
	`error` text,
	`created_at` text NOT NULL,
	`done_at` text, `items` text DEFAULT '[]' NOT NULL, `count` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`target_id`) REFERENCES `notice_targets`(`target_id`) ON UPDATE no action ON DELETE cascade
);
CREATE INDEX `notices_due` ON `notices` (`state`,`due_at`);
CREATE INDEX `notices_of_target` ON `notices` (`target_id`,`created_at`);
CREATE TABLE `health_findings` (
	`check_id` text NOT NULL,
	`subject` text NOT NULL,
	`gravity` text NOT NULL,
	`message` text NOT NULL,
	`remedy` text NOT NULL,
	`page` text,
	`since` text NOT NULL,
	`dismissed_at` text,
	PRIMARY KEY(`check_id`, `subject`)
);
CREATE TABLE `notice_reach` (
	`id` integer PRIMARY KEY NOT NULL,
	`event_id` integer NOT NULL
);
