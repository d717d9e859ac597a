import { nextTurn } from '../platform/turn'
import type { House } from './house'
import type { Parts } from './parts'

/** How the house begins its work, and how it ends it: nothing may be in the middle of a write when the database closes. */
export function lifeOf(house: House, { ports: { clock }, restMs }: Pick<Parts, 'ports' | 'restMs'>) {
  const {
    operations,
    timetable,
    streams,
    filing,
    reading,
    unpacker,
    importing,
    search,
    hooks,
    notices,
    versions,
    attention,
    backups,
    bundle,
    library,
    stopHealth,
  } = house
  const stopping = new AbortController()
  let kept = Promise.resolve()
  return {
    start() {
      void filing.journal.recover()
      operations.recover()
      versions.begin()
      void search.recover()
      search.downloads.ownTorrents.recover()
      search.downloads.directWorker.recover()
      search.downloads.watcher.begin()
      importing.watch.arm()
      // On a first start every job is due: whoever opens the page comes before them.
      const rested = restMs === 0 ? Promise.resolve() : clock.after(restMs, stopping.signal)
      const counted = rested.then(() => library.countAgain(stopping.signal))
      const first = counted.then(() => timetable.tick(stopping.signal, nextTurn))
      kept = first.then(() => timetable.keep(stopping.signal))
      return first
    },
    async stop() {
      stopping.abort()
      streams.close()
      attention.teller.stop()
      search.downloads.watcher.stop()
      search.downloads.clients.stop()
      bundle.stop()
      await backups.stop()
      const unwatched = importing.watch.stop()
      await operations.stop()
      await hooks.stop()
      await notices.stop()
      await search.downloads.ownTorrents.stop()
      await search.downloads.directWorker.stop()
      await search.interactive.stop()
      await unwatched
      await kept // a job may be in the middle of a write
      await stopHealth()
      await filing.journal.ready()
      await reading.stop()
      unpacker.stop()
    },
    async idle() {
      await search.downloads.directWorker.idle()
      await search.downloads.watcher.idle()
      await operations.idle()
      await hooks.idle()
      await notices.idle()
      await search.interactive.idle()
      await reading.covers.settle()
    },
  }
}
