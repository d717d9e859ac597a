import { lineLog } from '../../base/platform/log'
import { systemRandom } from '../../base/platform/random'
import { providerNames } from '../../base/providers/descriptors'
import { Operations } from '../../base/work/operations'
import { ADD, SeriesAdder } from '../../library/metadata/add/series-adder'
import type { MonitorSettings } from '../../library/metadata/sync/monitoring'
import { PASS, RoutinePass } from '../../library/metadata/sync/routine-pass'
import type { LoadDeps } from '../../library/metadata/sync/series-loader'
import { REFRESH, SeriesRefresher } from '../../library/metadata/sync/series-refresher'
import { testDatabase } from '../database'
import { fakeClock } from '../fakes/clock'
import { type FakeProvider, fakeProviders } from '../fakes/metadata-provider'

/** Adding and refreshing series, with providers in memory. */
export function metadataHarness(fakes: FakeProvider[], db = testDatabase()) {
  const clock = fakeClock()
  const log = lineLog(clock.now, () => {})
  const monitorSettings: MonitorSettings = { autowant_all: false, autowant_upcoming: true }
  const load: LoadDeps = {
    db,
    clock,
    random: systemRandom,
    providers: fakeProviders(...fakes),
    order: () => [...providerNames],
    annuals: () => true,
  }
  /** Starts another process on the same database. */
  const boot = () => {
    const operations = new Operations({ db, clock, random: systemRandom, log })
    const adding = new SeriesAdder({
      load,
      operations,
      monitorSettings: () => monitorSettings,
      home: (_db, _facts, _kind, root) => root,
    })
    const refreshing = new SeriesRefresher({ load, operations })
    const pass = new RoutinePass({ load, operations })
    operations.handle(ADD, adding)
    operations.handle(REFRESH, refreshing)
    operations.handle(PASS, pass)
    return { operations, adding, refreshing, pass }
  }
  return { ...boot(), boot, db, clock, monitorSettings, load }
}
