import { parseSeriesJson, type SeriesJson, SeriesJsonError } from '../formats/series-json'
import type { Files } from '../platform/ports'
import { type FolderSays, type Place, type Reading, readPlace } from './places'

const MOST_BYTES = 1024 * 1024

/** Reads each folder once: its names, and the series.json in it. `failed` is told of one that cannot be read. */
export function placeReader(files: Files, reading: Reading, failed: (sentence: string) => void) {
  const says = new Map<Place, Promise<FolderSays>>()
  const jsons = new Map<string, Promise<SeriesJson | undefined>>()
  const jsonAt = (path: string) => {
    const known = jsons.get(path) ?? seriesJsonAt(path, files, failed)
    jsons.set(path, known)
    return known
  }
  return (place: Place): Promise<FolderSays> => {
    const { seriesJson } = place
    const known =
      says.get(place) ?? (async () => readPlace(place, reading, seriesJson ? await jsonAt(seriesJson) : undefined))()
    says.set(place, known)
    return known
  }
}

async function seriesJsonAt(path: string, files: Files, failed: (sentence: string) => void) {
  try {
    const size = (await files.stat(path))?.size ?? 0
    if (size > MOST_BYTES) throw new SeriesJsonError(`It has ${size} bytes.`)
    return parseSeriesJson(await files.read(path))
  } catch (error) {
    const reason = error instanceof SeriesJsonError ? error.message : 'It cannot be opened.'
    failed(`${path} is left out. ${reason}`)
    return undefined
  }
}
