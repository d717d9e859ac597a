import { describe, expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { READER } from '../reader-page'
import { findPage, pages } from '../router'
import { optionStates } from '../testing/option-states'
import { guide } from './guide'
import { CHAPTERS, readChapter } from './read-guide'
import { settingsHelp } from './settings-help'

const folder = join(import.meta.dir, '../../docs/guide')
const ui = join(import.meta.dir, '..')
const source = (name: string) => readFileSync(join(folder, `${name}.md`), 'utf8')
const sources = [...new Bun.Glob('**/*.ts').scanSync(ui)].filter((path) => !/\.test\.ts$|^guide\/read-/.test(path))
const texts = new Map(sources.map((path) => [path.replaceAll('\\', '/'), readFileSync(join(ui, path), 'utf8')]))

/** Every place of the guide: `library` and `library#series`. */
const places = new Set(
  guide.flatMap(({ name, sections }) => [name, ...sections.map(({ anchor }) => `${name}#${anchor}`)]),
)
/** Where a link leads that is written in a chapter, as a place; undefined for another address. */
const placeOf = (name: string, to: string) => {
  const [file = '', anchor] = to.split('#')
  if (file !== '' && !file.endsWith('.md')) return undefined
  return [file.replace(/\.md$/, '') || name, anchor].filter((part) => part !== undefined).join('#')
}
const linksOf = (name: string) => [...source(name).matchAll(/\]\(([^)\s]*)\)/g)].map(([, to = '']) => to)

describe('the guide', () => {
  test('has every file of its folder as a chapter', () => {
    expect(readdirSync(folder).sort()).toEqual(CHAPTERS.map((name) => `${name}.md`).sort())
  })

  test('has chapters that begin with a title, and text below every heading', () => {
    for (const { name, sections } of guide) {
      expect(sections[0], name).toMatchObject({ level: 1 })
      expect(
        sections.filter(({ level }) => level === 1),
        name,
      ).toHaveLength(1)
      for (const [at, { title, html, level }] of sections.entries()) {
        const isParent = (sections[at + 1]?.level ?? 0) > level
        if (!isParent || level === 1) expect(html, `${name}: ${title}`).toMatch(/^<(p|ul|ol|div|pre)\b/)
      }
    }
  })

  test('has one place for each anchor, and none that another part of the page has', () => {
    for (const { name, sections } of guide) {
      const anchors = sections.map(({ anchor }) => anchor)
      expect(anchors, name).toEqual([...new Set(anchors)])
      for (const taken of ['', 'app', 'content', 'start']) expect(anchors, name).not.toContain(taken)
    }
  })

  test('has no HTML of its own but the anchors of options', () => {
    for (const name of CHAPTERS)
      expect(source(name).replaceAll(/`[^`]*`|<a id="[a-z0-9_]+"><\/a>/g, ''), name).not.toMatch(/<[a-z/!]/i)
  })

  test('links only to places and pages that exist', () => {
    const dead = CHAPTERS.flatMap((name) =>
      linksOf(name)
        .filter((to) => !isAlive(name, to))
        .map((to) => `${name}.md: ${to}`),
    )
    expect(dead).toEqual([])
  })

  test('explains every option under its name', () => {
    const missing = optionStates().filter(({ key }) => !places.has(`options#${key}`))
    expect(missing.map(({ key }) => key)).toEqual([])
  })
})

function isAlive(name: string, to: string): boolean {
  if (/^https?:/.test(to)) return true
  const place = placeOf(name, to)
  if (place !== undefined) return places.has(place)
  const { pathname, hash, searchParams } = new URL(to, 'http://panelkeep.test')
  if (!to.startsWith('/') || !findPage(pathname)) return false
  const setting = searchParams.get('q')
  if (setting !== null && !optionStates().some(({ key }) => key === setting)) return false
  return hash === '' || (pathname === '/settings' && hash.slice(1) in settingsHelp)
}

describe('every page', () => {
  test('has its paragraph', () => {
    const missing = pages.filter(({ help }) => help !== null && !(help.includes('#') && places.has(help)))
    expect(missing.map(({ path }) => path)).toEqual([])
  })

  test('has one, except the guide and earlier addresses, which show no page', () => {
    const without = pages.filter(({ help }) => help === null).map(({ path }) => path)
    const earlier = [...(texts.get('router.ts') ?? '').matchAll(/^ {2}moved\('([^']+)'/gm)].map(([, path]) => path!)
    expect(earlier.length).toBeGreaterThan(3)
    expect(without.sort()).toEqual([...earlier, '/help', '/help/:chapter'].sort())
  })

  test('outside the frame has a link to its own: the reader, the login and the setup', () => {
    expect(READER).toBe('/read/:issue_id')
    expect(texts.get('pages/reader/sheets/help-sheet.ts')).toContain('help="reading#reader"')
    expect(texts.get('pages/login/login-form.ts')).toContain('"/help/backups#forgotten-password"')
    expect(texts.get('pages/login/setup.ts')).toContain('"getting-started#set-up-panelkeep"')
  })
})

test('every link of a page into the guide has its file and its heading', () => {
  const chapters = CHAPTERS.join('|')
  const links = [...texts].flatMap(([path, text]) =>
    [...text.matchAll(new RegExp(`["'\`](?:/help/)?((?:${chapters})#[^"'\`$]+)["'\`]`, 'g'))].map(([, to]) => [
      path,
      to!,
    ]),
  )
  expect(links.length).toBeGreaterThan(80)
  expect(links.filter(([, to]) => !places.has(to!))).toEqual([])
  const paths = [...texts].flatMap(([path, text]) =>
    [...text.matchAll(/["'`]\/help\/([^"'`$:]+)["'`]/g)].map(([, to]) => [path, to!]),
  )
  expect(paths.filter(([, to]) => !places.has(to!))).toEqual([])
})

test('a chapter becomes sections, with links that the pages can follow', () => {
  const { title, sections } = readChapter(
    'files',
    [
      '# Files & names',
      'See [rename](#rename), [here](files.md#rename), [there](library.md#series), [all](options.md).',
      '## Rename',
      'At [ComicVine](https://comics.example/api "key") or in [Settings](/settings#naming).',
      '| a | b |\n|---|---|\n| 1 | 2 |',
      '### <a id="file_format"></a>Issue file names',
      'A `pattern`.',
    ].join('\n\n'),
  )
  expect(title).toBe('Files & names')
  expect(sections.map(({ anchor, level }) => [anchor, level])).toEqual([
    ['files-names', 1],
    ['rename', 2],
    ['file_format', 3],
  ])
  expect([...sections[0]!.html.matchAll(/href="([^"]*)"/g)].map(([, to]) => to)).toEqual([
    '#rename',
    '#rename',
    '/help/library#series',
    '/help/options',
  ])
  expect(sections[1]!.html).toContain('<a href="https://comics.example/api" target="_blank" rel="noreferrer"')
  expect(sections[1]!.html).toContain('<a href="/settings#naming">')
  expect(sections[1]!.html).toMatch(/<div role="group"[^>]*><table>/)
  expect(sections[2]).toEqual({
    anchor: 'file_format',
    title: 'Issue file names',
    level: 3,
    html: '<p>A <code>pattern</code>.</p>',
  })
})

test('a file that does not begin with a heading is refused', () => {
  expect(() => readChapter('files', 'Text\n\n# Files')).toThrow('docs/guide/files.md does not begin with a heading.')
})
