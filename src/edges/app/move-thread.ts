import { systemFiles } from '../../base/platform/files'
import { systemRandom } from '../../base/platform/random'
import { serveThread } from '../../base/platform/threads'
import { SOURCES } from '../../collecting/migration/all-sources'
import type { ThreadMessage } from '../../collecting/migration/table-messages'
import { TableServer } from '../../collecting/migration/table-server'
import { updateSeriesReading } from '../../library/reading/series-reading'
import { keepHoldings } from '../dashboard/holdings'

/** The thread started with `--move-thread`: it moves the tables of another program into the library. */
export function serveMoves(): void {
  const server = new TableServer({
    sources: SOURCES,
    random: systemRandom,
    files: systemFiles,
    hooks: [updateSeriesReading, keepHoldings],
  })
  serveThread((message) => server.answer(message as ThreadMessage))
}
