import { issues } from '../series/tables'
import type { Reader } from '../storage/database'

/** What decides whether a row of a source is an issue of the library already: its id, or its number in the series. */
export function issueKeys(db: Reader) {
  return db
    .select({
      issue_id: issues.issue_id,
      comic_id: issues.comic_id,
      kind: issues.kind,
      unit: issues.unit,
      number: issues.number,
    })
    .from(issues)
    .all()
}
