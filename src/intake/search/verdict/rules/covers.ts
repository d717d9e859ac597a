import { matchKey } from '../../../../base/names/titles'
import type { Rule } from '../rule'

/** "covers only", "Cover Gallery", "Variant Gallery", "Covers 1-12". */
const ONLY =
  /(?<![a-z\d])(?:covers?[ ._-](?:only|gallery)|variants?[ ._-]gallery)(?![a-z])|(?<!\d[ ._-])(?<![a-z\d])covers[ ._-]+#?\d{1,3}\b(?!px)/i

export const coversRule: Rule = ({ target: { limits, keys }, release }) => {
  const found = limits.ignore_covers === false ? undefined : ONLY.exec(release.title)?.[0]
  if (found === undefined) return undefined
  // A series may be named "The Covers".
  const name = matchKey(found.replace(/\d/g, ''))
  return [...keys].some((key) => key.includes(name))
    ? undefined
    : { code: 'rejected.cover_only', message: 'Contains covers only' }
}
