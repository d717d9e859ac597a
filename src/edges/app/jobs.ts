import type { Config } from '../../base/config/config'
import type { ScheduledJob } from '../../base/work/timetable'
import { CARE_CHECK } from '../../collecting/care/states'
import { READ_FILES } from '../../intake/imports/states'
import { contentTypes } from '../../library/series/states'
import { CHECK_PAGES } from '../../library/unwanted/states'
import { SUGGEST_WEEK } from '../ai/helpers/states'
import { HEALTH_JOB } from '../system/checks/job-name'
import type { Composition } from './composition'

const [HOURLY, DAILY] = [60, 1440]

type JobOptions = Partial<Pick<ScheduledJob, 'starts' | 'isHeld' | 'isShown'>>

/** A row of the table: id, description, minutes between two runs (0 or less: on request only), and the function. */
const job = (
  name: string,
  label: string,
  every: number | (() => number),
  run: ScheduledJob['run'],
  options: JobOptions = {},
): ScheduledJob => ({ name, label, everyMinutes: typeof every === 'number' ? () => every : every, run, ...options })

/** All scheduled jobs. Due jobs run one after another, in this order. */
export function jobsOf(config: Pick<Config, 'get'>, composition: Composition): ScheduledJob[] {
  const {
    folders,
    sessions,
    appSessions,
    lockout,
    timeline,
    languageModel,
    databaseStatistics: statistics,
    backups,
  } = composition
  const { reading, metadata, filing, opds, downloads, search, processing, weekly, helpers } = composition
  const { healthChecks } = composition
  const { importing } = composition
  const { watch } = importing
  const every = (option: 'library_scan_interval' | 'dbupdate_interval' | 'weekly_interval' | 'search_interval') => () =>
    config.get(option)
  const scanLibraries = () => {
    for (const kind of contentTypes) watch.scheduleScan(kind)
  }
  const suggests = () => helpers.isOn('ai_weekly_suggestions')
  const scanMinutes = () => (folders.inbox() === '' ? 0 : config.get('import_scan_interval'))
  const dropMinutes = () => (processing.dropFolder.path() === '' ? 0 : config.get('download_scan_interval'))
  const updateMinutes = () => (config.get('update_feed') === '' ? 0 : config.get('check_github_interval'))
  const feedMinutes = () => (config.get('enable_rss') ? config.get('rss_checkinterval') : 0)
  return [
    job('sessions', 'Delete expired sessions', DAILY, () => {
      sessions.prune()
      appSessions.prune()
    }),
    job('users', 'Remove users who were deleted 30 days ago', DAILY, () => {
      composition.users.purge()
      composition.browsers.prune()
    }),
    job('lockouts', 'Delete failed logins', HOURLY, () => lockout.prune()),
    job('reading', 'Clean up reading data', DAILY, () => reading.upkeep.run()),
    job('catalog_pages', 'Clean up catalog pages', DAILY, () => opds.dates.prune()),
    job('metadata_answers', 'Clear metadata cache', DAILY, () => metadata.client.prune()),
    job('activity_retention', 'Delete old activity', DAILY, () => timeline.prune()),
    job('migration_retention', 'Clean up migration results', DAILY, () => composition.moving.prune()),
    job('assistant_retention', 'Clean up assistant log', DAILY, () => languageModel.prune(), {
      isShown: () => languageModel.configured,
    }),
    job('statistics', 'Optimize the database', statistics.everyMinutes, () => statistics.gather()),
    job('recycle', 'Empty recycle folders', DAILY, () => filing.recycled.prune()),
    job('care_retention', 'Delete records of old merges', DAILY, () => composition.care.prune()),
    job('bulk_results', 'Clean up results of bulk operations', DAILY, () => {
      composition.bulk.prune()
      composition.edits.prune()
    }),
    job('covers', 'Clean up cover cache', HOURLY, () => reading.covers.tidy(config.get('cache_size_mb'))),
    job('import_inbox', 'Scan the import folder', scanMinutes, () => watch.scheduleScan('inbox'), {
      starts: 'inbox_scan',
    }),
    job('library_scan', 'Rescan library folders', every('library_scan_interval'), scanLibraries, {
      starts: 'import_scan',
    }),
    job('care', 'Check files for damage and duplicates', DAILY, () => void composition.careCheck.begin(), {
      starts: CARE_CHECK,
    }),
    job('file_metadata', 'Read metadata of files', DAILY, () => importing.metadataPass.begin(), { starts: READ_FILES }),
    job('unwanted_pages', 'Find repeated pages', DAILY, () => composition.unwanted.check.begin(), {
      starts: CHECK_PAGES,
    }),
    job('version', 'Check for updates', updateMinutes, async () => void (await composition.versions.check())),
    job(
      'backup',
      'Back up',
      () => backups.everyMinutes,
      (byHand) => backups.round(byHand),
    ),
    job('dbupdater', 'Refresh series metadata', every('dbupdate_interval'), () => metadata.pass.begin(), {
      starts: 'metadata_refresh',
    }),
    job('weekly', 'Refresh releases', every('weekly_interval'), () => weekly.refreshing.routine(), {
      starts: 'weekly_refresh',
    }),
    job('grabs_left', 'Recover interrupted grabs', 5, () => downloads.journal.recover()),
    // Other jobs do not wait for a client that does not respond.
    job('download_clients', 'Check download clients', 5, () => void downloads.clients.check()),
    // Waiting downloads start by their own timers. This job covers changed settings and a computer that slept.
    job('ddl_health', 'Check direct downloads', 10, () => downloads.directWorker.startDue()),
    job('ddl_retention', 'Delete old direct downloads', DAILY, () => downloads.directWorker.tidy()),
    job('search', 'Search for wanted issues', every('search_interval'), () => search.beginRoutine(), {
      starts: 'search_run',
      // A waiting run would look as if its issues were being searched for.
      isHeld: () => !search.acquisition.allowed().allowed,
    }),
    job('rss', 'RSS sync', feedMinutes, () => search.feeds.begin(), { starts: 'feed_pass' }),
    job('search_history', 'Delete old searches', DAILY, () => search.runs.prune()),
    job('next_candidate', 'Retry failed downloads with another release', 1, () => search.nextCandidate.tick()),
    job('interactive_search_retention', 'Clean up interactive searches', DAILY, () => search.interactive.purge()),
    job(
      SUGGEST_WEEK,
      'Suggest comics of the week',
      () => (suggests() ? HOURLY : 0),
      (byHand) => helpers.suggestions.begin(byHand),
      { starts: SUGGEST_WEEK, isShown: suggests },
    ),
    job('download_scan', 'Scan completed downloads', dropMinutes, () => processing.dropFolder.scan()),
    job('hooks', 'Retry connections', 1, () => composition.hooks.tick()),
    job('notices', 'Send notifications', 1, () => composition.notices.tick()),
    // Problems of the last run may be fixed by now, so the checks run soon after a start.
    job(
      HEALTH_JOB,
      'Health check',
      () => (healthChecks.hasLooked ? 15 : 1),
      () => healthChecks.run(),
    ),
    job('repair_retention', 'Delete repairs older than 30 days', DAILY, () => composition.repair.prune()),
    job('watch_folders', 'Watch folders for changes', 15, () => watch.arm()),
  ]
}
