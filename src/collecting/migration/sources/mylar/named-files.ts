import { knownFiles } from '../../library/known-files'
import { type FileMatch, matchFiles } from '../../library/match-files'
import { lastPart } from '../../path-map'
import type { MoveIn } from '../../source'
import { mylarId, mylarText } from './mylar-values'

/** A file that a row of Mylar names, by the id of its issue. */
interface NamedFile {
  issue: string
  comic: string
  path: string
}

const TABLES = ['issues', 'annuals'] as const

/** Mylar stores only the file name; the folder is that of the series. */
function namedFiles({ database, localPath }: MoveIn): NamedFile[] {
  const folders = new Map<string, string>()
  for (const row of database.rows('comics', ['comicid', 'comiclocation'])) {
    const [id, folder] = [mylarId(row.comicid), mylarText(row.comiclocation)]
    if (id !== null && folder !== null) folders.set(id, localPath(folder).replace(/[\\/]+$/, ''))
  }
  return TABLES.flatMap((table) =>
    [...database.rows(table, ['issueid', 'comicid', 'location'])].flatMap((row) => {
      const [issue, comic, location] = [mylarId(row.issueid), mylarId(row.comicid), mylarText(row.location)]
      if (issue === null || comic === null || location === null) return []
      const name = lastPart(`/${location.replaceAll('\\', '/')}`)
      const folder = folders.get(comic)
      return [{ issue, comic, path: folder === undefined ? name : `${folder}/${name}` }]
    }),
  )
}

/**
 * The files of the library that rows of Mylar name: their issues by issue id in Mylar, and the series with most of
 * them by series id in Mylar.
 */
export function filesOfLibrary(move: MoveIn): {
  issues: Map<string, FileMatch['own']['issues']>
  homes: Map<string, string>
} {
  const { tx, run_id } = move
  const known = knownFiles(tx, run_id)
  // Most libraries are moved into an empty one.
  if (known.length === 0) return { issues: new Map(), homes: new Map() }
  const named = namedFiles(move)
  const facts = named.map(({ issue, path }) => ({ id: issue, path, size: null, pages: null, digest: null }))
  const matches = matchFiles(facts, known, (path) => path)
  const issues = new Map([...matches].map(([id, { own }]) => [id, own.issues]))
  const votes = new Map<string, Map<string, number>>()
  for (const { issue, comic } of named) {
    const home = issues.get(issue)?.[0]?.comic_id
    if (home === undefined) continue
    const counts = votes.getOrInsertComputed(comic, () => new Map<string, number>())
    counts.set(home, (counts.get(home) ?? 0) + 1)
  }
  return { issues, homes: new Map([...votes].map(([id, counts]) => [id, mostOf(counts)])) }
}

const mostOf = (counts: Map<string, number>) => [...counts].toSorted((a, b) => b[1] - a[1])[0]![0]
