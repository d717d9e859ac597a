import type { StreamForm } from '../../base/events/stream'
import type { AppEvent } from '../../base/events/types'
import type { WireEvent } from '../../base/events/wire'
import { forCaller } from '../../base/platform/caller'
import type { Database } from '../../base/storage/database'
import { issueProgress } from '../../library/reading/progress-store'
import { findSeries } from '../../library/series/store'
import type { ShelfLists } from './shelf-lists'
import { libraryOf } from './states'
import { visibleLibraries } from './visible-libraries'

interface Deps {
  db: Database
  lists: ShelfLists
}

const COMMENT = ':\n\n'

/** Our events in the words of Komga, for the caller's stream. */
export function appEvents({ db, lists }: Deps): StreamForm {
  const libraryIdOf = (comicId: string) => {
    const series = findSeries(db.read, comicId)
    return series && libraryOf(series.content_type).id
  }
  const ofSeries = (event: string, comicId: string, more: Record<string, unknown> = {}): WireEvent[] => {
    const libraryId = libraryIdOf(comicId)
    return libraryId === undefined ? [] : [{ event, data: { ...more, seriesId: comicId, libraryId } }]
  }
  const reading = (issueId: string, comicId: string, userId: string): WireEvent[] => {
    const isRead = issueProgress(db.read, issueId) !== undefined
    const word = isRead ? 'Changed' : 'Deleted'
    return [
      { event: `ReadProgress${word}`, data: { bookId: issueId, userId } },
      { event: 'ReadProgressSeriesChanged', data: { seriesId: comicId, userId } },
    ]
  }
  const list = (id: string): WireEvent[] => {
    const found = lists.readLists({ words: undefined, kinds: [] }).find((each) => each.id === id)
    return [
      found
        ? { event: 'ReadListChanged', data: { readListId: id, bookIds: found.issue_ids } }
        : { event: 'ReadListDeleted', data: { readListId: id, bookIds: [] } },
    ]
  }
  const collection = (id: string): WireEvent[] => {
    const found = lists.collections({ words: undefined, kinds: [] }).find((each) => each.id === id)
    return [
      found
        ? { event: 'CollectionChanged', data: { collectionId: id, seriesIds: found.series_ids } }
        : { event: 'CollectionDeleted', data: { collectionId: id, seriesIds: [] } },
    ]
  }
  const of = (event: AppEvent): WireEvent[] => {
    switch (event.type) {
      case 'series.changed':
        return ofSeries('SeriesChanged', event.comic_id)
      case 'issue.changed':
        return ofSeries('BookChanged', event.comic_id, { bookId: event.issue_id })
      case 'library.changed':
        return wholeLibraries()
      case 'reading.changed':
        return reading(event.issue_id, event.comic_id, event.user_id)
      case 'readlist.changed':
        return list(event.list_id)
      case 'arc.changed':
        return list(event.arc_id)
      case 'collection.changed':
        return collection(event.collection_id)
      default:
        return []
    }
  }
  return { of: forCaller(of), frame: forCaller(frame) }
}

const wholeLibraries = (): WireEvent[] =>
  visibleLibraries().map(({ id }) => ({ event: 'LibraryChanged', data: { libraryId: id } }))

function frame({ event, data }: WireEvent): string {
  if (event === 'ready' || event === 'ping') return COMMENT
  // The client missed some: it fetches the libraries again.
  if (event === 'resync') return wholeLibraries().map(frame).join('')
  return `event:${event}\ndata:${JSON.stringify(data)}\n\n`
}
