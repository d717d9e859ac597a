import type { ChangeMemo } from '../../base/events/change-memo'
import { jsonRows, streamedList } from '../../base/http/streamed-list'
import type { Log } from '../../base/platform/ports'
import { Refusal } from '../../base/refusal'
import type { Database } from '../../base/storage/database'
import type { CancelResult as Cancelling } from '../../intake/downloads/queue/cancel'
import { issueTitleOf } from '../../library/series/issue-title'
import { countFlights, type Flight, flights, stepFlights } from './active-store'
import { countObligations } from './obligation-store'
import type { AttentionCounts, Cancel, CancelWorkReply, FlightQuery, Flights } from './schema'

interface Deps {
  db: Database
  /** Holds the number of items that need attention, which every page shows. */
  memo: ChangeMemo
  log: Log
  /** The number of users' requests that wait for a decision. */
  waitingRequests: () => number
  /** Cancels the search of one item of a run, by its number. */
  cancelSearch: (row: number) => Cancelling
  /** Cancels all active downloads of a release key. */
  cancelDownload: (releaseKey: string) => Cancelling
}

/** Running searches and downloads that are not imported yet. */
export class ActiveWork {
  constructor(private readonly deps: Deps) {}

  counts(): AttentionCounts {
    const { db, memo, waitingRequests } = this.deps
    const { total, again } = countFlights(db.read)
    const { groups, members } = memo.get('obligations', () => countObligations(db.read))
    return {
      in_flight: total,
      recovery_pending: again,
      attention: groups,
      attention_members: members,
      requests: waitingRequests(),
    }
  }

  /** All active work, or a page of it when the query has a limit. */
  async list(query: FlightQuery): Promise<Flights> {
    const { read } = this.deps.db
    if (query.limit !== undefined)
      return { results: flights(read, query).map(flightWire), total: countFlights(read).total }
    return streamedList(this.deps, function* (at) {
      yield '{"results":'
      yield* jsonRows(stepFlights(at, query).map((step) => step.map(flightWire)))
      yield `,"total":${countFlights(at.read).total}}`
    })
  }

  cancel({ kind, item_id, release_key }: Cancel): CancelWorkReply {
    if (kind === 'run') {
      if (item_id === undefined) throw new Refusal('invalid', 'Say which search: item_id is missing.')
      const row = Number(item_id)
      done(this.deps.cancelSearch(row), `search ${row}`)
      return { ok: true, kind, item_id: row, state: 'cancelled' }
    }
    if (release_key === undefined) throw new Refusal('invalid', 'Say which download: release_key is missing.')
    done(this.deps.cancelDownload(release_key), `download ${release_key}`)
    return { ok: true, kind, release_key, state: 'cancelled' }
  }
}

function done(cancelled: Cancelling, what: string): void {
  if (cancelled === 'unknown') throw new Refusal('missing', `There is no ${what}.`)
  if (cancelled === 'ended') throw new Refusal('conflict', `The ${what} is no longer in progress.`)
}

function flightWire(flight: Flight): Flights['results'][number] {
  const { entity_type, entity_id, comic_id, updated_at, kind } = flight
  const issueid = kind === null ? null : entity_id
  if (flight.flight === 'run') {
    const { row, run_id, state } = flight
    const about = { entity_type, entity_id, comicid: comic_id, issueid, command_kind: 'search' as const }
    return { kind: 'run', item_id: row, run_id, state, label: issueTitleOf(flight) ?? entity_id, ...about, updated_at }
  }
  const { row, release_key, stage, title, indexer, protocol } = flight
  const about = { issueid, comicid: comic_id, provider: indexer, title, download_id: row, protocol }
  return { kind: 'journal', release_key, stage, label: issueTitleOf(flight) ?? title, ...about, updated_at }
}
