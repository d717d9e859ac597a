import { describe, expect, test } from 'bun:test'
import type { FileEntry } from '../../../base/platform/ports'
import { countComics, MOST_COMICS, MOST_LISTED_ENTRIES } from './comic-count'

const live = new AbortController().signal
const named = (count: number, extension: string): FileEntry[] =>
  Array.from({ length: count }, (_, at) => ({ name: `${at}.${extension}`, kind: 'file' as const }))

/** A disk with these folders; opened folders are recorded. */
function disk(folders: Record<string, FileEntry[]>) {
  const opened: string[] = []
  const list = async (path: string) => {
    opened.push(path)
    const entries = folders[path]
    if (!entries) throw new Error(`no folder ${path}`)
    return entries
  }
  return { opened, list }
}

describe('the count of comics', () => {
  test('stops at its limit and says so', async () => {
    expect(await countComics(disk({ '/a': named(MOST_COMICS, 'cbz') }), '/a', live)).toEqual({
      comics: MOST_COMICS,
      more: false,
    })
    expect(await countComics(disk({ '/a': named(MOST_COMICS + 1, 'cbz') }), '/a', live)).toEqual({
      comics: MOST_COMICS,
      more: true,
    })
  })

  test('ends on a disk of other files', async () => {
    const files = disk({ '/a': [...named(MOST_LISTED_ENTRIES, 'jpg'), { name: 'last.cbz', kind: 'file' }] })
    expect(await countComics(files, '/a', live)).toEqual({ comics: 0, more: true })
  })

  test('leaves out system folders, hidden ones, links to folders and unreadable folders', async () => {
    const inside: FileEntry[] = [
      { name: '#recycle', kind: 'folder' },
      { name: '.hidden', kind: 'folder' },
      { name: 'linked', kind: 'link' },
      { name: 'locked', kind: 'folder' },
      { name: 'one.cbz', kind: 'link' },
    ]
    const files = disk({ '/a': inside })
    expect(await countComics(files, '/a', live)).toEqual({ comics: 1, more: false })
    expect(files.opened).toEqual(['/a', '/a/locked'])
  })

  test('opens no further folder once it is cancelled', async () => {
    const leaving = new AbortController()
    const files = disk({ '/a': [{ name: 'b', kind: 'folder' }], '/a/b': named(3, 'cbz') })
    const counting = countComics(files, '/a', leaving.signal)
    leaving.abort()
    await counting
    expect(files.opened).toEqual(['/a'])
  })

  test('lets other work run in between', async () => {
    let turns = 0
    const counting = { on: true }
    const turn = () => {
      turns += 1
      if (counting.on) setImmediate(turn)
    }
    setImmediate(turn)
    await countComics(disk({ '/a': named(4_000, 'cbz') }), '/a', live)
    counting.on = false
    expect(turns).toBeGreaterThanOrEqual(4)
  })
})
