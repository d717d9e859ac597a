import { sha256 } from '../../../base/platform/digest'
import { bytesOf, legalPart, truncateBytes } from '../../../library/filing/legal'

/** Leaves room for file extensions, ours and those that clients add. */
const MOST_BYTES = 180

/**
 * Name of a release in its client: the title, made safe for every disk, and a mark of the grab. The mark lets Panelkeep
 * find the release, and keeps two grabs from sharing a name.
 */
export function releaseNameInClient(title: string, releaseKey: string, itemId: string): string {
  const mark = ` [${sha256(`${releaseKey}\n${itemId}`).slice(0, 8)}]`
  const base = truncateBytes(legalPart(withoutPassword(title)), MOST_BYTES - bytesOf(mark))
  return `${base || 'release'}${mark}`
}

/** Without the password that usenet clients read from a name: they drop the text after it. */
const withoutPassword = (title: string): string =>
  title
    .replace(/\{\{(?:(?!\{\{|\}\}).)*\}\}/g, '')
    .replace(/\{\{|\}\}/g, '')
    .replace(/(password)\s*=/gi, '$1 ')

/** The mark of a grab in a name that the client may have changed; empty when the name is not ours. */
export const grabMarkOf = (name: string): string => /\[[\da-f]{8}\](?=$|\.)/.exec(name)?.[0] ?? ''
