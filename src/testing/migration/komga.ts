import { Database } from 'bun:sqlite'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

export interface KomgaBook {
  /** File name with extension. */
  name: string
  number: string
  release_date?: string
  /** The page last opened, from 1 to 20. */
  page?: number
  completed?: boolean
  read_at?: string
}

export interface KomgaSeries {
  title: string
  /** Path below the root of the library. */
  folder: string
  /** Index of the root; default: the first. */
  library?: number
  books: KomgaBook[]
  links?: string[]
}

const TABLES = [
  'CREATE TABLE LIBRARY (ID varchar, NAME varchar, ROOT varchar)',
  'CREATE TABLE SERIES (ID varchar, NAME varchar, URL varchar, LIBRARY_ID varchar, DELETED_DATE datetime, oneshot boolean)',
  'CREATE TABLE SERIES_METADATA (SERIES_ID varchar, STATUS varchar, TITLE varchar)',
  'CREATE TABLE SERIES_METADATA_LINK (SERIES_ID varchar, LABEL varchar, URL varchar)',
  'CREATE TABLE BOOK (ID varchar, NAME varchar, URL varchar, SERIES_ID varchar, NUMBER int, FILE_SIZE int8, DELETED_DATE datetime)',
  'CREATE TABLE BOOK_METADATA (BOOK_ID varchar, NUMBER varchar, TITLE varchar, RELEASE_DATE date)',
  'CREATE TABLE MEDIA (BOOK_ID varchar, STATUS varchar, PAGE_COUNT int)',
  'CREATE TABLE "USER" (ID varchar, EMAIL varchar, PASSWORD varchar)',
  'CREATE TABLE READ_PROGRESS (BOOK_ID varchar, USER_ID varchar, PAGE int, COMPLETED boolean, READ_DATE datetime)',
  'CREATE TABLE READLIST (ID varchar, NAME varchar, ORDERED boolean)',
  'CREATE TABLE READLIST_BOOK (READLIST_ID varchar, BOOK_ID varchar, NUMBER int)',
  'CREATE TABLE COLLECTION (ID varchar, NAME varchar, ORDERED boolean)',
  'CREATE TABLE COLLECTION_SERIES (COLLECTION_ID varchar, SERIES_ID varchar, NUMBER int)',
  `INSERT INTO "USER" VALUES ('u', 'ann@example.org', 'secret')`,
]

/**
 * Makes the folder of a Komga whose libraries have the `roots`. Books have 20 pages; ids are `s1`, `s1b1` and so on.
 */
export function makeKomga(folder: string, roots: readonly string[], series: readonly KomgaSeries[]): string {
  mkdirSync(folder, { recursive: true })
  const database = new Database(join(folder, 'database.sqlite'), { create: true })
  const put = (table: string, ...values: (string | number | boolean | null)[]) =>
    database.run(`INSERT INTO "${table}" VALUES (${values.map(() => '?').join(', ')})`, values)
  try {
    for (const table of TABLES) database.run(table)
    for (const [at, root] of roots.entries()) put('LIBRARY', `l${at}`, `Shelf ${at}`, urlOf(root))
    for (const [nth, { title, folder: below, library = 0, books, links = [] }] of series.entries()) {
      const [id, home] = [`s${nth + 1}`, join(roots[library]!, below)]
      put('SERIES', id, title, `${urlOf(home)}/`, `l${library}`, null, false)
      put('SERIES_METADATA', id, 'ONGOING', title)
      for (const link of links) put('SERIES_METADATA_LINK', id, 'web', link)
      for (const [at, book] of books.entries()) putBook(put, `${id}b${at + 1}`, id, join(home, book.name), at + 1, book)
    }
  } finally {
    database.close()
  }
  return folder
}

type Put = (table: string, ...values: (string | number | boolean | null)[]) => void

function putBook(put: Put, id: string, series: string, path: string, position: number, book: KomgaBook): void {
  put('BOOK', id, book.name.replace(/\.[a-z]+$/, ''), urlOf(path), series, position, 1000, null)
  put('BOOK_METADATA', id, book.number, book.name.replace(/\.[a-z]+$/, ''), book.release_date ?? null)
  put('MEDIA', id, 'READY', 20)
  if (book.page === undefined) return
  put('READ_PROGRESS', id, 'u', book.page, book.completed ?? false, book.read_at ?? '2024-01-01 10:00:00')
}

/** A file address in Java's form. */
const urlOf = (path: string) => pathToFileURL(path).href.replace('file:///', 'file:/')
