import type { Config } from '../../base/config/config'
import { contentTypes } from '../../library/series/states'
import type { Composition } from './composition'

/** The scheduled jobs. Intervals in minutes; with 0 or less a job only runs on request. */
export function addJobs(config: Config, composition: Composition): void {
  const { timetable, timeline, sessions, lockout, reading, opds, metadata, filing, folders, downloads, search } =
    composition
  const { watch } = composition.importing
  const [hourly, daily] = [() => 60, () => 1440]
  timetable.add({ name: 'sessions', everyMinutes: daily, run: () => sessions.prune() })
  timetable.add({ name: 'lockouts', everyMinutes: hourly, run: () => lockout.prune() })
  timetable.add({ name: 'reading', everyMinutes: daily, run: () => reading.upkeep.run() })
  timetable.add({ name: 'catalog_pages', everyMinutes: daily, run: () => opds.dates.prune() })
  timetable.add({ name: 'metadata_answers', everyMinutes: daily, run: () => metadata.client.prune() })
  timetable.add({ name: 'activity_retention', everyMinutes: daily, run: () => timeline.prune() })
  timetable.add({ name: 'migration_retention', everyMinutes: daily, run: () => composition.moving.prune() })
  const { languageModel } = composition
  timetable.add({
    name: 'assistant_retention',
    everyMinutes: daily,
    run: () => languageModel.prune(),
    isShown: () => languageModel.configured,
  })
  timetable.add(composition.statisticsJob)
  timetable.add({ name: 'recycle', everyMinutes: daily, run: () => filing.recycled.prune() })
  timetable.add({ name: 'bulk_results', everyMinutes: daily, run: () => composition.bulk.prune() })
  timetable.add({
    name: 'covers',
    everyMinutes: hourly,
    run: () => reading.covers.tidy(config.get('cache_size_mb')),
  })
  timetable.add({
    name: 'import_inbox',
    everyMinutes: () => (folders.inbox() === '' ? 0 : config.get('import_scan_interval')),
    run: () => watch.scheduleScan('inbox'),
  })
  timetable.add({
    name: 'library_scan',
    everyMinutes: () => config.get('library_scan_interval'),
    run: () => {
      for (const kind of contentTypes) watch.scheduleScan(kind)
    },
  })
  timetable.add({
    name: 'version',
    everyMinutes: () => (config.get('update_feed') === '' ? 0 : config.get('check_github_interval')),
    run: async () => void (await composition.versions.check()),
  })
  timetable.add({
    name: 'backup',
    everyMinutes: () => composition.backups.everyMinutes,
    run: (byHand) => composition.backups.round(byHand),
  })
  timetable.add({
    name: 'dbupdater',
    everyMinutes: () => config.get('dbupdate_interval'),
    run: () => metadata.pass.begin(),
  })
  timetable.add({
    name: 'weekly',
    everyMinutes: () => config.get('weekly_interval'),
    run: () => composition.weekly.refreshing.routine(),
  })
  for (const job of downloads.jobs) timetable.add(job)
  for (const job of search.jobs) timetable.add(job)
  timetable.add(composition.helpers.suggestions.job)
  timetable.add(composition.processing.job)
  timetable.add(composition.hooks.job)
  timetable.add(composition.notices.job)
  timetable.add(composition.healthJob)
  timetable.add(composition.repairJob)
  timetable.add({ name: 'watch_folders', everyMinutes: () => 15, run: () => watch.arm() })
}
