-- As `recount` counts since. The condition of the partial index is written out, so that it is used.
UPDATE `series` SET `total` = `total` - (
	SELECT count(*) FROM `issues` WHERE `issues`.`comic_id` = `series`.`comic_id`
		AND `issues`.`intent` = 'ignored' AND `issues`.`fulfillment` IN ('missing', 'failed', 'unknown')
		AND CASE `series`.`counted_in` WHEN 'volume' THEN `issues`.`unit` = 'volume' WHEN 'chapter' THEN `issues`.`unit` <> 'volume' ELSE 1 END)
	WHERE `comic_id` IN (
		SELECT `comic_id` FROM `issues` WHERE `intent` = 'ignored' AND `fulfillment` IN ('missing', 'failed', 'unknown')
			AND ("issues"."fulfillment" not in ('missing', 'downloaded') or "issues"."intent" in ('skipped', 'ignored')));
