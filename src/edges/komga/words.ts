import type { ChangeMemo } from '../../base/events/change-memo'
import { matchKey } from '../../base/names/titles'
import { nextTurn } from '../../base/platform/event-loop'
import type { Database } from '../../base/storage/database'
import type { Credit } from '../../library/metadata/providers/provider'
import type { LibrarySearch } from '../../library/series/library-search'
import { idAfter } from './book-list-store'
import type { Condition, WordField } from './condition'
import { readsProgress } from './condition-parts'
import type { Listed, OpenedBooks, Spellings } from './condition-store'
import { fold } from './fold'
import type { OpenedShelf } from './opened-books'
import type { Author } from './records'
import type { RoleSeries } from './roles'
import { roleOf } from './states'
import * as store from './word-store'

/** Issues whose credits are read in one turn of the event loop. */
const STEP = 2500
/** Issues that may name a person. */
const MOST_CREDITED = 5000

/** The people of an issue, each once in a role; its writers as the library knows them come first. */
export function authorsOf(credits: readonly Credit[], writers: readonly string[]): Author[] {
  const all = [
    ...writers.map((name) => ({ name: name.trim(), role: 'writer' })),
    ...credits.flatMap(({ name, roles }) => roles.map((role) => ({ name: name.trim(), role: roleOf(role) }))),
  ]
  const known = new Map(all.map((author) => [`${fold(author.name)}\n${author.role}`, author]))
  return [...known.values()].filter(({ name, role }) => name !== '' && role !== '')
}

interface CreditedWords {
  authors: readonly Author[]
  /** Folded tags of issues. */
  tags: ReadonlySet<string>
  tagNames: readonly string[]
}

const byName = (a: string, b: string) => (fold(a) < fold(b) ? -1 : 1)
const sorted = (words: readonly string[]) => [...new Map(words.map((word) => [fold(word), word])).values()].sort(byName)

/** The words that the library can be filtered by. They are kept until it changes. */
export class LibraryWords implements Spellings {
  constructor(
    private readonly deps: {
      db: Database
      /** Kept until the library changes. */
      memo: ChangeMemo
      opened: OpenedShelf
      roles: RoleSeries
      search: Pick<LibrarySearch, 'issuesNamed'>
    },
  ) {}

  publishers = (ids?: readonly string[]) => this.list('publishers', ids, store.publishersOf)
  languages = (ids?: readonly string[]) => this.list('languages', ids, store.languagesOf)
  genres = (ids?: readonly string[]) => this.list('genres', ids, store.genresOf)
  tagsOfSeries = (ids?: readonly string[]) => this.list('tags', ids, store.tagsOfSeries)
  years = (ids?: readonly string[]) => this.kept('years', ids, store.yearsOfSeries)
  ages = (ids?: readonly string[]) => this.kept('ages', ids, store.agesOf)

  /** The tags of issues: of all, or of the issues of some series. */
  async tagsOfIssues(ids?: readonly string[]): Promise<readonly string[]> {
    if (ids === undefined) return (await this.credited()).tagNames
    return this.ofIssues(store.issueIdsOf(this.deps.db.read, ids)).tagNames
  }

  async authors(ids?: readonly string[]): Promise<readonly Author[]> {
    const ofSeries = this.kept('authors', ids, store.authorsOfSeries)
    const credited = ids === undefined ? await this.credited() : this.ofIssues(store.issueIdsOf(this.deps.db.read, ids))
    return this.joined(credited.authors, ofSeries)
  }

  authorsOfIssues(issueIds: readonly string[]): readonly Author[] {
    return this.joined(this.ofIssues(issueIds).authors, [])
  }

  tagsOfSome(issueIds: readonly string[]): readonly string[] {
    return this.ofIssues(issueIds).tagNames
  }

  private joined(credited: readonly Author[], ofSeries: readonly string[]): Author[] {
    const all = [...credited, ...authorsOf([], ofSeries)]
    const known = new Map(all.map((author) => [`${fold(author.name)}\n${author.role}`, author]))
    return [...known.values()].toSorted((a, b) => byName(a.name, b.name))
  }

  // Spellings

  /** Reads what the condition needs before it can become SQL. */
  async prepare(condition: Condition, of: Listed): Promise<void> {
    if (namesTags(condition)) await this.credited()
    if (of === 'series') await this.deps.roles.prepare(condition)
    // The reading of series is in a table.
    if (of === 'books' && readsProgress(condition)) await this.deps.opened.prepare()
  }

  withRole = (role: string) => this.deps.roles.with(role)

  opened = (): OpenedBooks => this.deps.opened.books()

  like(field: WordField, words: readonly string[]): readonly string[] {
    const wanted = new Set(words.map(fold))
    const known = {
      publisher: () => store.publishersOf(this.deps.db.read, undefined),
      language: () => store.languagesOf(this.deps.db.read, undefined),
      genre: () => store.genresOf(this.deps.db.read, undefined),
      tag: () => [...store.tagsOfSeries(this.deps.db.read, undefined), ...(this.ready?.tagNames ?? [])],
    }
    const all = this.deps.memo.get(
      `komga ${field} spellings ${field === 'tag' && this.ready !== undefined}`,
      known[field],
    )
    return all.filter((word) => wanted.has(fold(word)))
  }

  isOnIssues(tag: string): boolean {
    return this.ready?.tags.has(fold(tag)) ?? false
  }

  by(name: string | undefined, role: string | undefined) {
    if (name === undefined) return { comic_ids: [], issue_ids: [] }
    const wanted = fold(name)
    const isAsked = (author: Author) =>
      fold(author.name) === wanted && (role === undefined || author.role === role.toLowerCase())
    const { db, search } = this.deps
    const ofSeries = this.kept('authors', undefined, store.authorsOfSeries)
    const names = authorsOf([], ofSeries).filter(isAsked)
    const found = search.issuesNamed([matchKey(name)], MOST_CREDITED).map(({ issue_id }) => issue_id)
    const rows = store.creditsOfIssues(db.read, found)
    const credited = rows.filter((row) => authorsIn(row).some(isAsked))
    return {
      comic_ids: names.length === 0 ? [] : store.seriesByAuthors(db.read, ofSeries.filter((each) => fold(each) === wanted)), // biome-ignore format: one call
      issue_ids: [...new Set(credited.map(({ issue_id }) => issue_id))],
    }
  }

  private readonly finished = new WeakMap<Promise<CreditedWords>, CreditedWords>()

  /** Of the caller, once they are read. */
  private get ready(): CreditedWords | undefined {
    const reading = this.deps.memo.get<{ made?: Promise<CreditedWords> }>('komga credits', () => ({}))
    return reading.made && this.finished.get(reading.made)
  }

  /** Of all issues: they are many, so they are read over several turns of the event loop. */
  private credited(): Promise<CreditedWords> {
    const reading = this.deps.memo.get<{ made?: Promise<CreditedWords> }>('komga credits', () => ({}))
    reading.made ??= this.readCredits()
    const { made } = reading
    return made.then((words) => {
      this.finished.set(made, words)
      return words
    })
  }

  private async readCredits(): Promise<CreditedWords> {
    const words = new Gathering()
    for (let after: string | undefined = ''; after !== undefined; ) {
      const upTo = idAfter(this.deps.db.read, after, STEP)
      words.addAll(store.wordsBetween(this.deps.db.read, after, upTo))
      after = upTo
      await nextTurn()
    }
    return words.done()
  }

  private ofIssues(issueIds: readonly string[]): CreditedWords {
    const words = new Gathering()
    for (const row of store.creditsOfIssues(this.deps.db.read, issueIds)) words.add(row)
    return words.done()
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
    const make = () => read(this.deps.db.read, ids)
    return ids === undefined ? this.deps.memo.get(`komga ${name}`, make) : make()
  }
}

const listIn = <T>(json: string | null): T[] => {
  const list: unknown = json === null ? [] : JSON.parse(json)
  return Array.isArray(list) ? (list as T[]) : []
}

const authorsIn = ({ credits, writer }: store.CreditRow): Author[] =>
  authorsOf(
    listIn<Credit>(credits).filter((each) => typeof each?.name === 'string' && Array.isArray(each.roles)),
    writer?.split(',') ?? [],
  )

class Gathering {
  private readonly authors = new Map<string, Author>()
  private readonly tags = new Map<string, string>()

  add(row: store.CreditRow): void {
    for (const author of authorsIn(row)) this.authors.set(`${fold(author.name)}\n${author.role}`, author)
    for (const tag of listIn<unknown>(row.tags))
      if (typeof tag === 'string' && tag !== '') this.tags.set(fold(tag), tag)
  }

  addAll({ writers, people, tags }: ReturnType<typeof store.wordsBetween>): void {
    const credits = people.flatMap(({ name, role }) =>
      typeof name === 'string' && typeof role === 'string' ? { name, roles: [role] } : [],
    )
    for (const author of authorsOf(
      credits,
      writers.flatMap((line) => line.split(',')),
    ))
      this.authors.set(`${fold(author.name)}\n${author.role}`, author)
    for (const tag of tags) if (typeof tag === 'string' && tag !== '') this.tags.set(fold(tag), tag)
  }

  done(): CreditedWords {
    const tagNames = sorted([...this.tags.values()])
    return { authors: [...this.authors.values()], tags: new Set(this.tags.keys()), tagNames }
  }
}

function namesTags(condition: Condition): boolean {
  if ('all' in condition) return condition.all.some(namesTags)
  if ('any' in condition) return condition.any.some(namesTags)
  if ('not' in condition) return namesTags(condition.not)
  return condition.is === 'word' && condition.field === 'tag'
}
