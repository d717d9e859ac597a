import { asUser } from '../../../base/platform/caller'
import { findSeries } from '../../../library/series/store'
import { marksOf, setMarks } from '../../../library/shelves/mark-store'
import type { LibraryMove } from './library-move'

const MOST = 5

/** Moves the ratings of the chosen users. A rating in Panelkeep wins. */
export function moveRatings(moving: LibraryMove): void {
  const { move, library, label } = moving
  const { tx, tally } = move
  const people = new Map([...library.users()].map(({ id, name }) => [id, name]))
  for (const { id, series_id, user_id, stars } of library.ratings()) {
    const comicId = move.ownId('series', series_id)
    const series = comicId === undefined ? undefined : findSeries(tx, comicId)
    const userId = moving.userOf(user_id)
    if (userId === undefined) tally.left(id, people.get(user_id) ?? user_id, 'A rating of a person who was not chosen.')
    else if (!series) tally.left(id, series_id, `Its series was left behind, or ${label} does not have it any more.`)
    else if (asUser(userId, () => marksOf(tx, series.comic_id)).rating !== null)
      tally.merged(id, series.name, 'The library has a rating of this series.')
    else if (stars <= 0) tally.left(id, series.name, 'It has no stars.')
    else {
      const rating = Math.min(MOST, Math.max(1, Math.round(stars)))
      if (rating !== stars) tally.countRemark('Ratings with half a star: rounded')
      asUser(userId, () => setMarks(tx, series.comic_id, { rating }))
      tx.emit({ type: 'series.changed', comic_id: series.comic_id })
      tally.taken()
    }
  }
}
