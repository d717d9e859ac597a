import { afterEach, describe, expect, test } from 'bun:test'
import { ForeignFixture, sampleDatabases, sampleRows } from '../../../../testing/migration/moved-databases'
import { pathOfFileUrl } from './file-url'
import { komgaFiles, komgaIssues } from './komga-books'
import { komgaLists, komgaProgress } from './komga-reading'
import { komgaRoots, komgaSeries } from './komga-series'
import { komgaUsers } from './komga-users'

const YEAR = 2026
let fixture: ForeignFixture
afterEach(() => fixture?.close())

test.each([
  ['file:/data/a%20b%2B+c.cbz', '/data/a b++c.cbz'],
  ['file:///data/%23%5B1%5D.cbz', '/data/#[1].cbz'],
  ['file:/data/100%2525.cbz', '/data/100%25.cbz'],
  ['file:/data/%E2%80%94%C3%BC.cbz', '/data/—ü.cbz'],
  ['file:/data/e%CC%81.cbz', '/data/e\u0301.cbz'],
  ['file:/C:/Comics/a%20ä.cbz', 'C:\\Comics\\a ä.cbz'],
  ['file://server/share/a.cbz', '\\\\server\\share\\a.cbz'],
  ['file:/data/100%.cbz', '/data/100%.cbz'],
  ['https://example.org/a.cbz', null],
])('%s is %p', (url, path) => expect(pathOfFileUrl(url)).toBe(path))

describe.skipIf(!sampleDatabases)('the sample of Komga 1.26.3', () => {
  const open = () => {
    fixture = ForeignFixture.sample('komga')
    return fixture.database
  }
  const expected = () => sampleRows('komga')

  test('has its libraries, its series and their links', () => {
    const db = open()
    const { counts, series, libraries } = expected()
    expect([...komgaRoots(db)].map(({ path, content_type }) => [path, content_type])).toEqual([
      [libraries[0].root, 'comic'],
      [libraries[1].root, 'manga'],
    ])
    const rows = [...komgaSeries(db)]
    expect(rows).toHaveLength(counts.series)
    for (const wanted of series) {
      const row = rows.find(({ folder }) => folder === wanted.folder)!
      const [name, year] = /^(.*) \((\d{4})\)$/.exec(wanted.title)?.slice(1) ?? [wanted.title, null]
      expect(row).toMatchObject({ name, ...(year ? { year: Number(year) } : {}) })
      expect(row.content_type).toBe(wanted.library === 'Manga' ? 'manga' : 'comic')
      expect(row.facts.publisher ?? '').toBe(wanted.publisher)
      expect(row.facts.publication).toBe(wanted.status === 'ENDED' ? 'ended' : 'ongoing')
      expect(row.locked.includes('name')).toBe(wanted.title_locked)
      expect(Object.values(row.ids)).toEqual(wanted.links.map(([, url]: string[]) => /(\d+)\/?$/.exec(url!)![1]))
    }
  })

  test.each([
    ["'RIGHT_TO_LEFT'", 'rtl'],
    ["'VERTICAL'", 'down'],
    ["'WEBTOON'", 'down'],
    ['null', null],
    ["'SIDEWAYS'", null],
  ] as const)('has series that are read %s', (kept, direction) => {
    fixture = ForeignFixture.sample('komga').run(`update SERIES_METADATA set READING_DIRECTION = ${kept}`)
    expect(new Set([...komgaSeries(fixture.database)].map((row) => row.reading_direction))).toEqual(
      new Set([direction]),
    )
  })

  test('has its books, each with its number, its date, its pages and its hash', () => {
    const db = open()
    const { counts, issues, files } = expected()
    const books = new Map([...komgaFiles(db, YEAR)].map((file) => [file.path, file]))
    const rows = new Map([...komgaIssues(db, YEAR)].map((issue) => [issue.id, issue]))
    const folders = new Map([...komgaSeries(db)].map(({ id, folder }) => [id, folder]))
    expect(books.size).toBe(counts.books)
    // One file holds two issues.
    expect(rows.size).toBe(counts.books + 1)
    for (const wanted of issues) {
      const file = books.get(wanted.path)!
      const issue = rows.get(file.issue_ids[0]!)!
      expect(folders.get(issue.series_id)).toBe(wanted.series)
      expect(issue.number).toBe(/^\d/.test(wanted.number) ? wanted.number : 'SP01')
      const isNamed = wanted.path.endsWith(`/${wanted.title}.cbz`)
      expect(issue.facts.title ?? null).toBe(isNamed ? null : wanted.title)
      expect(issue.facts.release_date).toBe(wanted.release_date)
      expect(file.pages).toBe(wanted.pages)
    }
    for (const wanted of files)
      expect(books.get(wanted.path)).toMatchObject({ size: wanted.size, digest: wanted.koreader })
  })

  test('has the progress of its user, from page 0', () => {
    const db = open()
    const { counts, progress } = expected()
    const paths = new Map([...komgaFiles(db, YEAR)].map(({ path, issue_ids }) => [issue_ids[0], path]))
    const users = new Map([...komgaUsers(db)].map(({ id, name }) => [id, name]))
    const rows = [...komgaProgress(db)]
    expect(rows).toHaveLength(counts.progress)
    expect(rows.filter(({ completed }) => completed)).toHaveLength(counts.completed)
    for (const wanted of progress) {
      const row = rows.find(({ issue_id }) => paths.get(issue_id) === wanted.path)!
      expect(users.get(row.user_id)).toBe(wanted.user)
      expect([row.page + 1, row.pages, row.completed]).toEqual([wanted.page, wanted.pages, wanted.completed])
      expect(row.at?.slice(0, 19)).toBe(wanted.read_at.slice(0, 19))
    }
  })

  test('has its lists and collections in their order', () => {
    const db = open()
    const paths = new Map<string, string | null>()
    for (const { path, issue_ids } of komgaFiles(db, YEAR)) paths.set(issue_ids[0]!, path)
    for (const { id, folder } of komgaSeries(db)) paths.set(id, folder)
    const lists = [...komgaLists(db)].map(({ name, kind, ordered, items }) => ({
      name,
      kind: kind === 'list' ? 'read list' : kind,
      ordered,
      items: items.map((id) => paths.get(id)),
    }))
    expect(lists).toEqual(expected().lists)
  })
})

/** The columns of Komga's first migrations. */
const EARLY = [
  `CREATE TABLE LIBRARY (ID varchar PRIMARY KEY, NAME varchar, ROOT varchar)`,
  `CREATE TABLE SERIES (ID varchar PRIMARY KEY, NAME varchar, URL varchar, LIBRARY_ID varchar)`,
  `CREATE TABLE SERIES_METADATA (SERIES_ID varchar, STATUS varchar, TITLE varchar, TITLE_LOCK boolean)`,
  `CREATE TABLE BOOK (ID varchar PRIMARY KEY, NAME varchar, URL varchar, SERIES_ID varchar, NUMBER int, FILE_SIZE int8)`,
  `CREATE TABLE BOOK_METADATA (BOOK_ID varchar, NUMBER varchar, NUMBER_LOCK boolean, TITLE varchar)`,
  `CREATE TABLE MEDIA (BOOK_ID varchar, STATUS varchar, PAGE_COUNT int)`,
  `CREATE TABLE "USER" (ID varchar PRIMARY KEY, EMAIL varchar, PASSWORD varchar)`,
  `CREATE TABLE READ_PROGRESS (BOOK_ID varchar, USER_ID varchar, LAST_MODIFIED_DATE datetime, PAGE int, COMPLETED boolean)`,
  `CREATE TABLE READLIST (ID varchar, NAME varchar)`,
  `CREATE TABLE READLIST_BOOK (READLIST_ID varchar, BOOK_ID varchar, NUMBER int)`,
  `INSERT INTO LIBRARY VALUES ('1', 'Shelf', 'file:/comics/')`,
  `INSERT INTO SERIES VALUES ('2', 'Low Tide (1998)', 'file:/comics/Low%20Tide%20(1998)/', '1')`,
  `INSERT INTO SERIES_METADATA VALUES ('2', 'HIATUS', 'Low Tide', 1)`,
]
const book = (id: number, position: number, name: string, number: string | null, locked = 0) => [
  `INSERT INTO BOOK VALUES ('${id}', '${name}', 'file:/comics/Low%20Tide%20(1998)/${encodeURI(name)}.cbz', '2', ${position}, 1000)`,
  `INSERT INTO BOOK_METADATA VALUES ('${id}', ${number === null ? 'NULL' : `'${number}'`}, ${locked}, '${name}')`,
  `INSERT INTO MEDIA VALUES ('${id}', 'READY', 20)`,
]

test('a database of an early version has no dates, no trash and lists that are all in order', () => {
  fixture = ForeignFixture.of(
    ...EARLY,
    ...book(10, 1, 'Low Tide 004', '1'),
    `INSERT INTO READLIST VALUES ('5', 'Evening')`,
    `INSERT INTO READLIST_BOOK VALUES ('5', '10', 7)`,
    `INSERT INTO "USER" VALUES ('u', 'ann@example.org', 'secret')`,
    `INSERT INTO READ_PROGRESS VALUES ('10', 'u', '2020-08-01 10:00:00', 5, 0)`,
  )
  const db = fixture.database
  expect([...komgaSeries(db)]).toMatchObject([
    { name: 'Low Tide', year: 1998, locked: ['name'], trashed: false, facts: { publication: 'hiatus' } },
  ])
  expect([...komgaLists(db)]).toMatchObject([{ name: 'Evening', ordered: true, items: ['10'] }])
  expect([...komgaProgress(db)]).toEqual([
    { user_id: 'u', issue_id: '10', page: 4, pages: 20, completed: false, at: '2020-08-01T10:00:00.000Z' },
  ])
  expect(JSON.stringify([...komgaUsers(db)])).not.toContain('secret')
})

test.each([
  ["'2021-03-04 05:06:07'", '2021-03-04T05:06:07.000Z'],
  ['null', '2020-08-01T10:00:00.000Z'],
  ["'soon'", '2020-08-01T10:00:00.000Z'],
])('has the reading date of Komga (%s), else that of the last change of its row', (kept, at) => {
  fixture = ForeignFixture.of(
    ...EARLY,
    ...book(10, 1, 'Low Tide 004', '1'),
    'ALTER TABLE READ_PROGRESS ADD COLUMN READ_DATE datetime',
    `INSERT INTO READ_PROGRESS VALUES ('10', 'u', '2020-08-01 10:00:00', 5, 0, ${kept})`,
  )
  expect([...komgaProgress(fixture.database)]).toMatchObject([{ at }])
})

test('a number that is only the place in the folder gives way to the name, but not one that the user set', () => {
  fixture = ForeignFixture.of(
    ...EARLY,
    ...book(10, 1, 'Low Tide 004', '1'),
    ...book(11, 2, 'Low Tide 005', '2', 1),
    ...book(12, 3, 'Low Tide 006', '60'),
    ...book(13, 4, 'Low Tide 007', null),
    ...book(14, 5, 'Low Tide 008 - 009', '8'),
  )
  const numbers = [...komgaIssues(fixture.database, YEAR)].map(({ id, number }) => [id, number])
  expect(numbers).toEqual([
    ['10', '4'],
    ['11', '2'],
    ['12', '60'],
    ['13', '7'],
    ['14', '8'],
    ['14+1', '9'],
  ])
})

test.each<[string, [string, string | null][], string[]]>([
  [
    'gives way to those of Komga',
    [
      ['The #1 Lamp 01', '1'],
      ['The #1 Lamp 02', '2'],
      ['The #1 Lamp 03', '7.5'],
    ],
    ['1', '2', '7.5'],
  ],
  [
    'counts when Komga has no other number',
    [
      ['Low Tide #1 (a)', '1'],
      ['Low Tide #1 (b)', '1'],
    ],
    ['1', '1'],
  ],
  [
    'counts when another name has another number',
    [
      ['Low Tide 004', '1'],
      ['Low Tide 004', '2'],
      ['Low Tide 005', '3'],
    ],
    ['4', '4', '5'],
  ],
  ['counts for a single book', [['Low Tide #4', '1']], ['4']],
])('a number in all names of a series %s', (_name, names, wanted) => {
  fixture = ForeignFixture.of(...EARLY, ...names.flatMap(([name, number], at) => book(10 + at, at + 1, name.replace('#', '%23'), number))) // biome-ignore format: one line
  fixture.run(`UPDATE BOOK SET URL = replace(URL, '%2523', '%23')`)
  expect([...komgaIssues(fixture.database, YEAR)].map(({ number }) => number)).toEqual(wanted)
})

test('rows in the trash are marked, and a page after the last is the last', () => {
  fixture = ForeignFixture.of(
    ...EARLY,
    'ALTER TABLE BOOK ADD COLUMN DELETED_DATE datetime',
    'ALTER TABLE SERIES ADD COLUMN DELETED_DATE datetime',
    ...book(10, 1, 'Low Tide 001', '1').map((sql) =>
      sql.replace("'2', 1, 1000)", "'2', 1, 1000, '2024-01-01 08:00:00')"),
    ),
    `INSERT INTO READ_PROGRESS VALUES ('10', 'u', 'never', 300, 0)`,
  )
  expect([...komgaIssues(fixture.database, YEAR)].map(({ trashed }) => trashed)).toEqual([true])
  expect([...komgaProgress(fixture.database)]).toMatchObject([{ page: 19, at: null }])
})
