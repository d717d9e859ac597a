import { nextTurn } from '../../base/platform/event-loop'
import { shutDown } from '../../base/work/shutdown'
import type { UpdateResult } from '../system/updates/pending-update'
import type { Composition } from './composition'
import type { Dependencies } from './dependencies'

/** Longest duration of one shutdown step; no step needs as much while disk and database respond. */
const STEP_MS = 5000

/** Starts and stops the services. No write may be running when the database closes. */
export function makeLifecycle(
  composition: Composition,
  { ports: { clock, log }, restMs }: Pick<Dependencies, 'ports' | 'restMs'>,
) {
  const {
    operations,
    languageModel,
    timetable,
    streams,
    filing,
    reading,
    unpacker,
    importing,
    downloads,
    gate,
    search,
    hooks,
    notices,
    versions,
    updates,
    attention,
    backups,
    bundle,
    library,
    librarySearch,
    unwanted,
    nameIndexer,
    arcFiler,
    careFollower,
    arcMatcher,
    repairRuns,
    proposals,
    chatTurns,
    chatImages,
    stopHealth,
  } = composition
  const stopping = new AbortController()
  let kept = Promise.resolve()
  return {
    start(updateResult?: UpdateResult) {
      // Before operations resume: an interrupted update is not one of them.
      void updates.finishInterrupted(updateResult).catch((error) => log.warn('updates', 'cleanup failed', { error }))
      void filing.journal.recover()
      operations.recover()
      proposals.recover()
      languageModel.recover()
      chatTurns.recover()
      void chatImages.sweep().catch((error) => log.warn('ai', 'chat images not cleaned up', { error }))
      gate.begin()
      repairRuns.resume()
      versions.begin()
      void search.olderReleaseOptions.move()
      void search.recover()
      downloads.ownTorrents.recover()
      downloads.directWorker.recover()
      downloads.watcher.begin()
      importing.watch.arm()
      // On a first start every job is due, but the pages come first.
      const rested = restMs === 0 ? Promise.resolve() : clock.after(restMs, stopping.signal)
      const counted = rested.then(() => library.recountOldSeries(stopping.signal))
      // The search index is built before the jobs run, since the user searches first.
      void rested.then(() => librarySearch.begin(stopping.signal))
      void rested.then(() => nameIndexer.begin(stopping.signal))
      const first = counted.then(() => timetable.tick(stopping.signal, nextTurn))
      kept = first.then(() => timetable.runUntilStopped(stopping.signal))
      return first
    },
    async stop() {
      stopping.abort()
      let unwatched: Promise<unknown> | undefined
      await shutDown({ clock, log }, STEP_MS, {
        streams: () => streams.close(),
        chat: () => chatTurns.stop(),
        statusPublisher: () => attention.statusPublisher.stop(),
        watcher: () => downloads.watcher.stop(),
        clients: () => downloads.clients.stop(),
        bundle: () => bundle.stop(),
        backups: () => backups.stop(),
        watch() {
          unwatched = importing.watch.stop() // stops in parallel with the next steps
          unwatched.catch(() => undefined) // the step `unwatched` reports the error
        },
        arcFiles: () => arcFiler.stop(),
        operations: () => operations.stop(),
        care: () => careFollower.stop(),
        languageModel: () => languageModel.stop(),
        arcs: () => arcMatcher.stop(),
        hooks: () => hooks.stop(),
        notices: () => notices.stop(),
        torrents: () => downloads.ownTorrents.stop(),
        downloads: () => downloads.directWorker.stop(),
        interactive: () => search.interactive.stop(),
        repairs: () => repairRuns.stop(),
        gate: () => gate.stop(),
        unwatched: () => unwatched,
        librarySearch: () => librarySearch.stop(),
        names: () => nameIndexer.idle(),
        timetable: () => kept, // a job may be in the middle of a write
        health: () => stopHealth(),
        journal: () => filing.journal.ready(),
        unwanted: () => unwanted.stop(),
        reading: () => reading.stop(),
        unpacker: () => unpacker.stop(),
      })
    },
    async idle() {
      await downloads.directWorker.idle()
      await downloads.watcher.idle()
      await operations.idle()
      await repairRuns.idle()
      await hooks.idle()
      await notices.idle()
      await search.interactive.idle()
      await reading.covers.allStored()
      await nameIndexer.idle()
    },
  }
}
