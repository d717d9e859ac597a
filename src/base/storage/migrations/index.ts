import start from './0000_start.sql' with { type: 'text' }
import weekly from './0001_keep_weekly_releases.sql' with { type: 'text' }
import readingLists from './0002_keep_reading_lists.sql' with { type: 'text' }
import seriesHoldings from './0003_count_files_of_series.sql' with { type: 'text' }
import storyArcs from './0004_keep_story_arcs.sql' with { type: 'text' }
import providerArcs from './0005_keep_arcs_of_providers.sql' with { type: 'text' }
import acquisitionGate from './0006_keep_acquisition_gate.sql' with { type: 'text' }
import moves from './0007_keep_moves_from_other_programs.sql' with { type: 'text' }
import filedArcs from './0008_file_issues_of_story_arcs.sql' with { type: 'text' }
import unverifiedIssues from './0009_index_unverified_issues.sql' with { type: 'text' }
import arcFiles from './0010_keep_files_of_story_arcs.sql' with { type: 'text' }
import repairRuns from './0011_keep_repair_runs.sql' with { type: 'text' }
import movesReader from './0012_choose_reader_of_moves.sql' with { type: 'text' }
import rareStates from './0013_index_issues_in_rare_states.sql' with { type: 'text' }
import aiActions from './0014_keep_proposals_of_the_assistant.sql' with { type: 'text' }
import assistantCalls from './0015_log_calls_of_the_assistant.sql' with { type: 'text' }
import helperReplies from './0016_keep_helper_replies.sql' with { type: 'text' }
import searchQueue from './0017_queue_names_for_search.sql' with { type: 'text' }
import readableIssues from './0018_count_readable_issues.sql' with { type: 'text' }
import tokenLimits from './0019_learn_token_limits_of_models.sql' with { type: 'text' }
import chats from './0020_keep_chats_with_the_assistant.sql' with { type: 'text' }
import updates from './0021_keep_updates_in_place.sql' with { type: 'text' }
import releaseRules from './0022_keep_release_rules.sql' with { type: 'text' }
import blockedIssues from './0023_find_blocked_releases_of_issues.sql' with { type: 'text' }
import seriesSize from './0024_keep_size_of_series.sql' with { type: 'text' }
import bulkOperations from './0025_keep_bulk_operations.sql' with { type: 'text' }
import shelves from './0026_keep_shelves.sql' with { type: 'text' }
import coverChoices from './0027_choose_covers_of_series.sql' with { type: 'text' }
import setupProgress from './0028_keep_setup_and_chosen_folders.sql' with { type: 'text' }
import issueFormats from './0029_keep_formats_of_issues.sql' with { type: 'text' }
import readingDays from './0030_keep_place_and_days_of_reading.sql' with { type: 'text' }
import remedies from './0031_list_remedies_of_problems.sql' with { type: 'text' }
import deviceReports from './0032_keep_reports_of_devices.sql' with { type: 'text' }
import addedDownloads from './0033_keep_who_added_downloads.sql' with { type: 'text' }
import fileStatements from './0034_keep_what_files_state.sql' with { type: 'text' }
import failedLinks from './0036_remember_failed_links_and_moved_targets.sql' with { type: 'text' }
import middleVolumes from './0037_sort_middle_volumes.sql' with { type: 'text' }
import documentedWords from './0039_tell_in_documented_words.sql' with { type: 'text' }
import undoMoves from './0043_undo_moves.sql' with { type: 'text' }
import nextReleases from './0044_find_next_releases.sql' with { type: 'text' }
import pageSearchRuns from './0045_page_search_runs.sql' with { type: 'text' }
import seriesHistory from './0047_find_history_of_series.sql' with { type: 'text' }
import readingOfUsers from './0048_give_reading_to_users.sql' with { type: 'text' }
import usersMarks from './0049_keep_marks_and_lists_of_users.sql' with { type: 'text' }
import users from './0050_keep_users.sql' with { type: 'text' }
import ageRatings from './0051_keep_age_ratings.sql' with { type: 'text' }
import requests from './0053_keep_requests.sql' with { type: 'text' }
import movedUsers from './0054_move_users_in.sql' with { type: 'text' }
import historyText from './0055_find_text_in_history.sql' with { type: 'text' }
import announcedIssues from './0058_count_announced_issues.sql' with { type: 'text' }
import appSessions from './0060_keep_sessions_of_apps.sql' with { type: 'text' }
import dismissedOffers from './0061_remember_dismissed_offers.sql' with { type: 'text' }
import namesOfLibrary from './0064_keep_names.sql' with { type: 'text' }
import fileChecks from './0067_keep_checks_of_files.sql' with { type: 'text' }
import matchChoices from './0070_choose_matches.sql' with { type: 'text' }
import keptEdits from './0071_keep_edits.sql' with { type: 'text' }
import hiddenPages from './0075_hide_pages.sql' with { type: 'text' }
import repeatedPages from './0076_find_repeated_pages.sql' with { type: 'text' }
import pageLayouts from './0081_keep_page_layouts.sql' with { type: 'text' }
import bookmarkChanges from './0082_date_changes_of_bookmarks.sql' with { type: 'text' }
import bookmarkRemovals from './0083_keep_removals_of_bookmarks.sql' with { type: 'text' }
import ignoredIssues from './0084_leave_ignored_issues_out.sql' with { type: 'text' }

export interface Migration {
  name: string
  sql: string
}

/**
 * In order. Listed by hand so that the compiler embeds each file. The first has another name than its file, because the
 * previews of the first release had a smaller `0000_start` (`older-library.ts`).
 */
export const migrations: Migration[] = [
  { name: '0000_start_after_0032', sql: start },
  { name: '0001_keep_weekly_releases', sql: weekly },
  { name: '0002_keep_reading_lists', sql: readingLists },
  { name: '0003_count_files_of_series', sql: seriesHoldings },
  { name: '0004_keep_story_arcs', sql: storyArcs },
  { name: '0005_keep_arcs_of_providers', sql: providerArcs },
  { name: '0006_keep_acquisition_gate', sql: acquisitionGate },
  { name: '0007_keep_moves_from_other_programs', sql: moves },
  { name: '0008_file_issues_of_story_arcs', sql: filedArcs },
  { name: '0009_index_unverified_issues', sql: unverifiedIssues },
  { name: '0010_keep_files_of_story_arcs', sql: arcFiles },
  { name: '0011_keep_repair_runs', sql: repairRuns },
  { name: '0012_choose_reader_of_moves', sql: movesReader },
  { name: '0013_index_issues_in_rare_states', sql: rareStates },
  { name: '0014_keep_proposals_of_the_assistant', sql: aiActions },
  { name: '0015_log_calls_of_the_assistant', sql: assistantCalls },
  { name: '0016_keep_helper_replies', sql: helperReplies },
  { name: '0017_queue_names_for_search', sql: searchQueue },
  { name: '0018_count_readable_issues', sql: readableIssues },
  { name: '0019_learn_token_limits_of_models', sql: tokenLimits },
  { name: '0020_keep_chats_with_the_assistant', sql: chats },
  { name: '0021_keep_updates_in_place', sql: updates },
  { name: '0022_keep_release_rules', sql: releaseRules },
  { name: '0023_find_blocked_releases_of_issues', sql: blockedIssues },
  { name: '0024_keep_size_of_series', sql: seriesSize },
  { name: '0025_keep_bulk_operations', sql: bulkOperations },
  { name: '0026_keep_shelves', sql: shelves },
  { name: '0027_choose_covers_of_series', sql: coverChoices },
  { name: '0028_keep_setup_and_chosen_folders', sql: setupProgress },
  { name: '0029_keep_formats_of_issues', sql: issueFormats },
  { name: '0030_keep_place_and_days_of_reading', sql: readingDays },
  { name: '0031_list_remedies_of_problems', sql: remedies },
  { name: '0032_keep_reports_of_devices', sql: deviceReports },
  { name: '0033_keep_who_added_downloads', sql: addedDownloads },
  { name: '0034_keep_what_files_state', sql: fileStatements },
  { name: '0036_remember_failed_links_and_moved_targets', sql: failedLinks },
  { name: '0037_sort_middle_volumes', sql: middleVolumes },
  { name: '0039_tell_in_documented_words', sql: documentedWords },
  { name: '0043_undo_moves', sql: undoMoves },
  { name: '0044_find_next_releases', sql: nextReleases },
  { name: '0045_page_search_runs', sql: pageSearchRuns },
  { name: '0047_find_history_of_series', sql: seriesHistory },
  { name: '0048_give_reading_to_users', sql: readingOfUsers },
  { name: '0049_keep_marks_and_lists_of_users', sql: usersMarks },
  { name: '0050_keep_users', sql: users },
  { name: '0051_keep_age_ratings', sql: ageRatings },
  { name: '0053_keep_requests', sql: requests },
  { name: '0054_move_users_in', sql: movedUsers },
  { name: '0055_find_text_in_history', sql: historyText },
  { name: '0058_count_announced_issues', sql: announcedIssues },
  { name: '0060_keep_sessions_of_apps', sql: appSessions },
  { name: '0061_remember_dismissed_offers', sql: dismissedOffers },
  { name: '0064_keep_names', sql: namesOfLibrary },
  { name: '0067_keep_checks_of_files', sql: fileChecks },
  { name: '0070_choose_matches', sql: matchChoices },
  { name: '0071_keep_edits', sql: keptEdits },
  { name: '0075_hide_pages', sql: hiddenPages },
  { name: '0076_find_repeated_pages', sql: repeatedPages },
  { name: '0081_keep_page_layouts', sql: pageLayouts },
  { name: '0082_date_changes_of_bookmarks', sql: bookmarkChanges },
  { name: '0083_keep_removals_of_bookmarks', sql: bookmarkRemovals },
  { name: '0084_leave_ignored_issues_out', sql: ignoredIssues },
]
