import { Type } from 'typebox'
import { matchKey } from '../../../base/names/titles'
import { providerOf } from '../../../base/providers/descriptors'
import { Refusal } from '../../../base/refusal'
import type { Lookup } from '../../../library/metadata/lookup/lookup'
import type { SearchRow } from '../../../library/metadata/schema'
import { type Monitor, type MonitorSettings, monitorPlan } from '../../../library/metadata/sync/monitoring'
import { readReference } from '../../../library/metadata/wire-ids'
import { contentTypes } from '../../../library/series/states'
import { IdArgument, NameArgument, OneOfWords, ToolParameters, YearArgument } from '../library/arguments'
import type { ToolRow } from '../library/tool'
import type { ActionTool } from './action-tool'
import { NOT_FOLLOWED } from './add-series'
import { actionTool, choiceResult, issueCount, proposalResult } from './propose'
import type { ActionProposals } from './service'

interface Deps {
  lookup: Pick<Lookup, 'search'>
  monitorSettings: () => MonitorSettings
  proposals: Pick<ActionProposals, 'propose'>
}

/** Maximum number of found series that a model may choose from. */
const MOST_FOUND = 10

const PARAMETERS = ToolParameters({
  name: NameArgument('Of the series'),
  year: Type.Optional(YearArgument('In which it began')),
  series_id: Type.Optional(IdArgument('Of several series the one that is meant, from a row of this tool')),
  content_type: Type.Optional(OneOfWords([...contentTypes], 'comic by default')),
  monitor: Type.Optional(
    OneOfWords(['all', 'future', 'none'], 'Which issues become wanted; the settings decide by default'),
  ),
})

const MONITORED: Record<Monitor, string> = {
  all: 'Followed, all issues wanted',
  future: 'Followed, new issues wanted',
  none: 'Followed, no issues wanted',
}

/** Proposes to follow a series. A search of the metadata services decides which series it is. */
export const seriesProposals = ({ lookup, monitorSettings, proposals }: Deps): ActionTool[] => [
  actionTool({
    name: 'propose_follow_series',
    description:
      'Proposes to follow a series that is not in the library. Searches the metadata services by name; where several series fit, it lists them, and you call it again with one series_id. The user decides.',
    parameters: PARAMETERS,
    async run({ name, year, series_id, content_type = 'comic', monitor }, context) {
      if (readReference(name)) throw new Refusal('invalid', 'Search by the name of the series, not by an id.')
      const { results, provider_failures = [] } = await lookup.search({ name, content_type, limit: 50 })
      // When the user stopped the answer, no card appears.
      context.signal?.throwIfAborted()
      const found = results.filter(
        (row) => year === undefined || row.comicyear === null || Number(row.comicyear) === year,
      )
      const row = series_id === undefined ? onlyOne(found, name) : results.find(({ comicid }) => comicid === series_id)
      if (row === undefined) {
        const failed = provider_failures.map(({ detail }) => detail).join(' ')
        const note = found.length === 0 ? `No metadata source has a series ${name}. ${failed}` : WHICH
        return choiceResult({ rows: found.slice(0, MOST_FOUND).map(foundRow), total: found.length, note: note.trim() })
      }
      const title = titleOf(row)
      if (row.in_library) throw new Refusal('invalid', `${title} is in the library already: ComicID ${row.comicid}.`)
      if (row.operation_id !== null) throw new Refusal('invalid', `${title} is being added already.`)
      const plan = monitorPlan(monitor, monitorSettings()).first
      const change = {
        label: labelOf(row),
        before: NOT_FOLLOWED,
        after: MONITORED[plan],
        comic_id: null,
        issue_id: null,
      }
      const payload = { series_id: row.comicid, title, monitor: plan }
      return proposalResult(
        proposals.propose({ kind: 'add_series', title: `Follow ${title}`, payload, changes: [change] }, context),
      )
    },
  }),
]

const WHICH = 'Several series fit, or none by its very name. Call the tool again with one series_id, or ask the user.'

/** The only series with exactly this name. */
function onlyOne(found: readonly SearchRow[], name: string): SearchRow | undefined {
  const named = found.filter((row) => matchKey(row.name) === matchKey(name))
  return named.length === 1 ? named[0] : undefined
}

const titleOf = ({ name, comicyear }: SearchRow): string => (comicyear === null ? name : `${name} (${comicyear})`)

/** Separates the series from others of the name: "Harbor Lights (2015), Northgate, 12 issues, ComicVine". */
function labelOf(row: SearchRow): string {
  const count = row.issues === null ? null : issueCount(Number(row.issues))
  const parts = [titleOf(row), row.publisher, count, providerOf(row.metadata_source).label]
  return parts.filter((part) => part !== null).join(', ')
}

const foundRow = (row: SearchRow): ToolRow => ({
  series_id: row.comicid,
  ComicName: row.name,
  ComicYear: row.comicyear,
  ComicPublisher: row.publisher,
  Total: row.issues,
  Source: providerOf(row.metadata_source).label,
  InLibrary: row.in_library,
})
