UPDATE `issues` SET `sort_key` = 'w上龥' || substr(`sort_key`, 2) WHERE `number` IN ('中', '中巻', '中卷', '中冊', '中册', '中集', '中部') AND `sort_key` = 'w' || `number`;
UPDATE `issues` SET `sort_key` = 'w前编' || substr(`sort_key`, 2) WHERE `number` IN ('中編', '中篇', '中编') AND `sort_key` = 'w' || `number`;
UPDATE `issues` SET `sort_key` = 'w後编' || substr(`sort_key`, 2) WHERE `number` IN ('下編', '下篇', '下编') AND `sort_key` = 'w' || `number`;
