import { sha256 } from '../../../base/platform/digest'
import { bytesOf, legalPart, truncateBytes } from '../../../library/filing/legal'

/** Room for endings, ours and those that clients add. */
const MOST_BYTES = 180

/**
 * The name under which a client gets a release: its title, as every disk can hold it, and a mark of the grab, so that
 * it is found again and two grabs never share one.
 */
export function releaseNameInClient(title: string, releaseKey: string, itemId: string): string {
  const mark = ` [${sha256(`${releaseKey}\n${itemId}`).slice(0, 8)}]`
  const base = truncateBytes(legalPart(withoutPassword(title)), MOST_BYTES - bytesOf(mark))
  return `${base || 'release'}${mark}`
}

/** Usenet clients read a password out of a name that has one, and drop what follows. */
const withoutPassword = (title: string): string =>
  title
    .replace(/\{\{(?:(?!\{\{|\}\}).)*\}\}/g, '')
    .replace(/\{\{|\}\}/g, '')
    .replace(/(password)\s*=/gi, '$1 ')

/** The mark of a grab in a name that clients may have tidied; empty in a name that is none of ours. */
export const grabMarkOf = (name: string): string => /\[[\da-f]{8}\](?=$|\.)/.exec(name)?.[0] ?? ''
