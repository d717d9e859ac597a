import { sql } from 'drizzle-orm'
import type { ReadHandle } from '../../base/storage/database'
import { preparedQuery } from '../../base/storage/prepared-query'
import { issueSources, seriesSources } from './tables'

/** The people of series and issues from any source, for the library search. */

const is = sql.placeholder

interface PersonRow {
  id: string
  name: string
}

const authors = preparedQuery((db: ReadHandle) =>
  db
    .select({ id: seriesSources.comic_id, name: sql<string>`person.value` })
    .from(seriesSources)
    .crossJoin(sql`json_each(${seriesSources.facts}, '$.authors') as person`)
    .where(sql`${seriesSources.comic_id} in (select value from json_each(${is('ids')}))`)
    .prepare(),
)

const credits = preparedQuery((db: ReadHandle) =>
  db
    .select({ id: issueSources.issue_id, name: sql<string>`person.value ->> 'name'` })
    .from(issueSources)
    .crossJoin(sql`json_each(${issueSources.facts}, '$.credits') as person`)
    .where(sql`${issueSources.issue_id} in (select value from json_each(${is('ids')}))`)
    .prepare(),
)

export const authorsOf = (db: ReadHandle, comicIds: readonly string[]) => namesById(authors(db), comicIds)
export const creditedIn = (db: ReadHandle, issueIds: readonly string[]) => namesById(credits(db), issueIds)

function namesById(
  statement: { all(values: { ids: string }): PersonRow[] },
  ids: readonly string[],
): Map<string, string[]> {
  const rows = statement.all({ ids: JSON.stringify(ids) })
  return new Map([...Map.groupBy(rows, ({ id }) => id)].map(([id, each]) => [id, each.map(({ name }) => name)]))
}
