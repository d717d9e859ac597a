UPDATE `timeline` SET `activity` = 'refresh', `run_id` = NULL, `status` = CASE `status` WHEN 'needs_attention' THEN 'failed' ELSE 'succeeded' END WHERE `activity` = 'repair';
UPDATE `timeline` SET `activity` = 'refresh', `release_key` = NULL WHERE `activity` = 'import' AND `subject_type` = 'series';
UPDATE `timeline` SET `activity` = 'add', `subject_type` = 'series', `release_key` = NULL WHERE `activity` = 'import' AND `subject_type` = 'run' AND `reason_code` IN ('imported', 'not_imported');
UPDATE `timeline` SET `activity` = 'search', `release_key` = NULL, `status` = CASE `status` WHEN 'succeeded' THEN 'succeeded' ELSE 'started' END WHERE `activity` = 'import' AND `subject_type` = 'run';
