import type { Config } from '../../../base/config/config'
import type { Bus } from '../../../base/events/bus'
import type { LanguageModel } from '../../../base/llm/service'
import type { Ports } from '../../../base/platform/ports'
import type { Database } from '../../../base/storage/database'
import type { Operations } from '../../../base/work/operations'
import type { ProposedOrders } from '../../../collecting/arcs/proposed-order'
import type { Releases } from '../../../collecting/weekly/service'
import { PROPOSE, SCAN } from '../../../intake/imports/states'
import { HelperModel } from './helper-model'
import { FileNames } from './names/file-names'
import { OrderGenerator } from './reading-orders'
import { SearchAlternates } from './search-alternates'
import { SeriesSentences } from './series-sentence'
import { type HelperSwitch, READ_NAMES, SUGGEST_WEEK } from './states'
import { WeeklySuggestions } from './weekly-suggestions'

interface Deps extends Pick<Ports, 'clock' | 'log'> {
  db: Database
  config: Pick<Config, 'get' | 'onChange'>
  operations: Operations
  subscribe: Bus['subscribe']
  languageModel: LanguageModel
  // For services that are made later.
  unclear: ConstructorParameters<typeof FileNames>[0]['unclear']
  orders: () => ProposedOrders
  releases: () => Releases
}

/** Names may be unclear after these operations; known series are clear. */
const SCANS = [SCAN, PROPOSE]

/** Makes the helpers, each with its own switch. A helper that is off sends and shows nothing. */
export function makeHelpers(deps: Deps) {
  const { db, clock, log, config, operations, subscribe, languageModel, unclear, orders, releases } = deps
  const model = new HelperModel(languageModel, config)
  const fileNames = new FileNames({ db, clock, operations, model, unclear })
  operations.handle(READ_NAMES, fileNames)
  const suggestions = new WeeklySuggestions({
    db,
    clock,
    operations,
    model,
    thisWeek: () => releases().list({}),
  })
  operations.handle(SUGGEST_WEEK, suggestions)
  subscribe((event) => {
    const isScanned = event.type === 'operation.changed' && SCANS.includes(event.kind) && event.state === 'succeeded'
    if (event.type === 'inbox.changed' || isScanned) fileNames.scheduleReading()
  })
  config.onChange(() => fileNames.scheduleReading())
  return {
    isOn: (helper: HelperSwitch) => model.isOn(helper),
    fileNames,
    alternates: new SearchAlternates({ db, clock, log, model }),
    readingOrders: new OrderGenerator({ model, orders }),
    suggestions,
    sentences: new SeriesSentences({ db, clock, model }),
  }
}
