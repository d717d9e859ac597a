import start from './0000_start.sql' with { type: 'text' }
import reading from './0001_reading.sql' with { type: 'text' }
import importSteps from './0002_import_steps.sql' with { type: 'text' }
import issuesByRelease from './0003_issues_by_release.sql' with { type: 'text' }
import rememberDisks from './0004_remember_disks.sql' with { type: 'text' }
import progressOfSeries from './0005_progress_of_series.sql' with { type: 'text' }
import filesGone from './0006_find_files_that_are_gone.sql' with { type: 'text' }
import rememberReading from './0007_remember_what_scans_read.sql' with { type: 'text' }
import seriesStand from './0008_keep_where_series_stand.sql' with { type: 'text' }
import keyForms from './0009_know_keys_however_typed.sql' with { type: 'text' }
import providersAndFiling from './0010_know_providers_and_what_was_done_to_files.sql' with { type: 'text' }
import filesBefore from './0011_keep_what_files_were.sql' with { type: 'text' }
import filesAfter from './0012_keep_what_files_become.sql' with { type: 'text' }
import proposals from './0013_keep_what_providers_propose.sql' with { type: 'text' }
import searchAndGrabs from './0014_search_indexers_and_follow_grabs.sql' with { type: 'text' }
import followDownloads from './0015_follow_downloads.sql' with { type: 'text' }
import decideAboutSearches from './0016_decide_about_searches.sql' with { type: 'text' }
import clearHistory from './0017_clear_the_history.sql' with { type: 'text' }
import directFailures from './0018_know_why_direct_downloads_fail.sql' with { type: 'text' }
import ownTorrents from './0019_seed_own_torrents_enough.sql' with { type: 'text' }
import ownVersion from './0020_know_own_version.sql' with { type: 'text' }
import historyByStage from './0021_find_the_history_by_stage.sql' with { type: 'text' }
import releasesByDigest from './0022_find_releases_by_digest.sql' with { type: 'text' }
import searchesCutOff from './0023_find_searches_that_were_cut_off.sql' with { type: 'text' }
import historyCounted from './0024_count_the_history_by_its_index.sql' with { type: 'text' }
import jobsAndNotices from './0025_pause_jobs_and_send_notices.sql' with { type: 'text' }
import healthFindings from './0026_know_what_is_not_well.sql' with { type: 'text' }
import noticesTogether from './0027_tell_what_came_together.sql' with { type: 'text' }
import noticesCounted from './0028_count_what_a_notice_is_of.sql' with { type: 'text' }
import placementsInside from './0029_pack_pictures_and_unpack_deeper.sql' with { type: 'text' }
import noDecisionTimes from './0030_forget_when_somebody_decided.sql' with { type: 'text' }
import noOneOffs from './0031_forget_one_offs.sql' with { type: 'text' }
import countedIn from './0032_count_in_what_is_collected.sql' with { type: 'text' }

export interface Migration {
  name: string
  sql: string
}

/** In order. Listed by hand so that the compiler embeds each file. */
export const migrations: Migration[] = [
  { name: '0000_start', sql: start },
  { name: '0001_reading', sql: reading },
  { name: '0002_import_steps', sql: importSteps },
  { name: '0003_issues_by_release', sql: issuesByRelease },
  { name: '0004_remember_disks', sql: rememberDisks },
  { name: '0005_progress_of_series', sql: progressOfSeries },
  { name: '0006_find_files_that_are_gone', sql: filesGone },
  { name: '0007_remember_what_scans_read', sql: rememberReading },
  { name: '0008_keep_where_series_stand', sql: seriesStand },
  { name: '0009_know_keys_however_typed', sql: keyForms },
  { name: '0010_know_providers_and_what_was_done_to_files', sql: providersAndFiling },
  { name: '0011_keep_what_files_were', sql: filesBefore },
  { name: '0012_keep_what_files_become', sql: filesAfter },
  { name: '0013_keep_what_providers_propose', sql: proposals },
  { name: '0014_search_indexers_and_follow_grabs', sql: searchAndGrabs },
  { name: '0015_follow_downloads', sql: followDownloads },
  { name: '0016_decide_about_searches', sql: decideAboutSearches },
  { name: '0017_clear_the_history', sql: clearHistory },
  { name: '0018_know_why_direct_downloads_fail', sql: directFailures },
  { name: '0019_seed_own_torrents_enough', sql: ownTorrents },
  { name: '0020_know_own_version', sql: ownVersion },
  { name: '0021_find_the_history_by_stage', sql: historyByStage },
  { name: '0022_find_releases_by_digest', sql: releasesByDigest },
  { name: '0023_find_searches_that_were_cut_off', sql: searchesCutOff },
  { name: '0024_count_the_history_by_its_index', sql: historyCounted },
  { name: '0025_pause_jobs_and_send_notices', sql: jobsAndNotices },
  { name: '0026_know_what_is_not_well', sql: healthFindings },
  { name: '0027_tell_what_came_together', sql: noticesTogether },
  { name: '0028_count_what_a_notice_is_of', sql: noticesCounted },
  { name: '0029_pack_pictures_and_unpack_deeper', sql: placementsInside },
  { name: '0030_forget_when_somebody_decided', sql: noDecisionTimes },
  { name: '0031_forget_one_offs', sql: noOneOffs },
  { name: '0032_count_in_what_is_collected', sql: countedIn },
]
