import { isTime, plus } from '../../base/platform/clock'
import { Refusal } from '../../base/refusal'
import type { BookRecord } from './records'
import { fieldsOf } from './replies'
import { moment } from './wire'

/** Progress in the form of Readium, of which these apps use the position. */

/** Undefined for an unread book. `path`: that of the request. */
export function progressionJson({ file, progress }: BookRecord, path: string) {
  if (progress === undefined) return undefined
  const position = progress.page + 1
  const pages = path.replace(/\/progression$/, '/pages')
  return {
    modified: moment(progress.read_at),
    device: { id: progress.device_id ?? '', name: progress.device ?? '' },
    locator: {
      href: `${pages}/${position}`,
      type: 'image/jpeg',
      locations: {
        position,
        progression: 0,
        totalProgression: file.page_count === 0 ? 0 : position / file.page_count,
      },
    },
  }
}

/** Throws Refusal 'invalid' for anything but a position of the book. */
export function readProgression(body: unknown, pageCount: number): { page: number; at: string } {
  const { modified, locator } = fieldsOf(body)
  const { position } = fieldsOf(fieldsOf(locator).locations)
  if (typeof position !== 'number' || !Number.isSafeInteger(position) || position < 1 || position > pageCount)
    throw new Refusal('invalid', `The position has to be between 1 and ${pageCount}.`)
  if (typeof modified !== 'string' || !isTime(modified)) throw new Refusal('invalid', 'modified has to be a time.')
  return { page: position - 1, at: plus(modified, 0) }
}
