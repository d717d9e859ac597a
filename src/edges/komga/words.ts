import type { ChangeMemo } from '../../base/events/change-memo'
import { nextTurn } from '../../base/platform/event-loop'
import type { Database } from '../../base/storage/database'
import type { NameIndexer } from '../../library/credits/name-indexer'
import type { Credit } from '../../library/metadata/providers/provider'
import * as people from './author-store'
import type { Condition, WordField } from './condition'
import { readsProgress } from './condition-parts'
import type { OpenedBooks, Spellings } from './condition-store'
import { fold } from './fold'
import type { OpenedShelf } from './opened-books'
import type { Author } from './records'
import { roleOf } from './states'
import * as store from './word-store'

/** People whose roles are read in one turn of the event loop. */
const STEP = 2000

/** The people of an issue, each once in a role; its writers as the library knows them come first. */
export function authorsOf(credits: readonly Credit[], writers: readonly string[]): Author[] {
  const all = [
    ...writers.map((name) => ({ name: name.trim(), role: 'writer' })),
    ...credits.flatMap(({ name, roles }) => roles.map((role) => ({ name: name.trim(), role: roleOf(role) }))),
  ]
  const known = new Map(all.map((author) => [`${fold(author.name)}\n${author.role}`, author]))
  return [...known.values()].filter(({ name, role }) => name !== '' && role !== '')
}

const byName = (a: string, b: string) => (fold(a) < fold(b) ? -1 : 1)
const sorted = (words: readonly string[]) => [...new Map(words.map((word) => [fold(word), word])).values()].sort(byName)

/** The words that the library can be filtered by. They are kept until it changes. */
export class LibraryWords implements Spellings {
  constructor(
    private readonly deps: {
      db: Database
      /** Kept until the library, its names or reading change. */
      readingMemo: ChangeMemo
      opened: OpenedShelf
      nameIndexer: Pick<NameIndexer, 'follow'>
    },
  ) {}

  publishers = (ids?: readonly string[]) => this.list('publishers', ids, store.publishersOf)
  languages = (ids?: readonly string[]) => this.list('languages', ids, store.languagesOf)
  genres = (ids?: readonly string[]) => this.list('genres', ids, store.genresOf)
  tagsOfSeries = (ids?: readonly string[]) => this.list('tags', ids, store.tagsOfSeries)
  years = (ids?: readonly string[]) => this.kept('years', ids, store.yearsOfSeries)
  ages = (ids?: readonly string[]) => this.kept('ages', ids, store.agesOf)

  /** The tags of issues: of all, or of the issues of some series. */
  tagsOfIssues = (ids?: readonly string[]): readonly string[] =>
    this.list('tags of issues', ids, (db, of) =>
      of === undefined ? store.tagsOfIssues(db) : store.tagsOfIssuesIn(db, of),
    )

  async authors(ids?: readonly string[]): Promise<readonly Author[]> {
    this.deps.nameIndexer.follow()
    if (ids !== undefined) return asAuthors(people.peopleOfSeries(this.deps.db.read, ids))
    return this.deps.readingMemo.getMade('komga authors', () => this.readAuthors())
  }

  authorsOfIssues(issueIds: readonly string[]): readonly Author[] {
    this.deps.nameIndexer.follow()
    return asAuthors(people.peopleOfIssues(this.deps.db.read, issueIds))
  }

  tagsOfSome(issueIds: readonly string[]): readonly string[] {
    this.deps.nameIndexer.follow()
    return sorted(store.tagsOfSome(this.deps.db.read, issueIds))
  }

  // Spellings

  /** Reads what the condition on books needs before it can become SQL. */
  async prepare(condition: Condition): Promise<void> {
    if (readsProgress(condition)) await this.deps.opened.prepare()
  }

  opened = (): OpenedBooks => this.deps.opened.books()

  like(field: WordField, words: readonly string[]): readonly string[] {
    this.deps.nameIndexer.follow()
    const wanted = new Set(words.map(fold))
    const known = {
      publisher: store.publishersOf,
      language: store.languagesOf,
      genre: store.genresOf,
      tag: store.tagsOfSeries,
    }
    const all = this.kept(`${field} spellings`, undefined, known[field])
    return all.filter((word) => wanted.has(fold(word)))
  }

  rolesCalled(role: string | undefined): readonly number[] | undefined {
    this.deps.nameIndexer.follow()
    if (role === undefined) return undefined
    const asked = role.toLowerCase()
    const all = people.allRoles(this.deps.db.read)
    return all.filter((each) => roleOf(each.role) === asked).map(({ role_id }) => role_id)
  }

  /** Of a large library they are many, so they are read over several turns of the event loop. */
  private async readAuthors(): Promise<Author[]> {
    const rows: people.PersonRow[] = []
    for (let after = 0; ; ) {
      const last = people.lastOfPeople(this.deps.db.read, after, STEP)
      if (last === undefined) return asAuthors(rows)
      rows.push(...people.peopleAfter(this.deps.db.read, after, STEP))
      after = last
      await nextTurn()
    }
  }

  private list(
    name: string,
    ids: readonly string[] | undefined,
    read: (db: Database['read'], ids: store.OfSeries) => string[],
  ): readonly string[] {
    return this.kept(name, ids, (db, of) => sorted(read(db, of)))
  }

  private kept<T>(
    name: string,
    ids: readonly string[] | undefined,
    read: (db: Database['read'], ids: store.OfSeries) => T,
  ): T {
    this.deps.nameIndexer.follow()
    const make = () => read(this.deps.db.read, ids)
    return ids === undefined ? this.deps.readingMemo.get(`komga ${name}`, make) : make()
  }
}

/** Each once in a role, by name. */
function asAuthors(rows: readonly people.PersonRow[]): Author[] {
  const all = rows.map(({ name, role }) => ({ name, role: roleOf(role) }))
  const known = new Map(all.map((author) => [`${fold(author.name)}\n${author.role}`, author]))
  return [...known.values()].toSorted((a, b) => byName(a.name, b.name))
}
