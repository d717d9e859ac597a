import { expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dir, '..')
const GUIDE = join(root, 'docs/guide')

/** Names that a page puts together: `Scan your ${kind}`. */
const ASSEMBLED = ['Scan your comics', 'Scan your manga', 'Test ComicVine']
/** Names that Windows, macOS and KOReader show. */
const FOREIGN = [
  'More info',
  'Run anyway',
  'System Settings',
  'Privacy & Security',
  'Open Anyway',
  'Custom sync server',
]

/** The sources of pages, settings and messages. */
function sources(): string {
  return ['ui', 'src']
    .flatMap((folder) => [...new Bun.Glob(`${folder}/**/*.ts`).scanSync({ cwd: root })])
    .filter((path) => !path.endsWith('.test.ts'))
    .map((path) => readFileSync(join(root, path), 'utf8'))
    .join('\n')
}

/** The names in bold: `**Settings, Indexers**` has two. */
function namesIn(text: string): string[] {
  return [...text.matchAll(/\*\*([^*]+)\*\*/g)]
    .flatMap(([, bold = '']) => bold.split(', '))
    .map((name) => name.replace(/[.:]$/, ''))
}

/** `…` stands for what a page fills in. */
const patternOf = (name: string) => new RegExp(name.split('…').map(RegExp.escape).join('[^\'"`\\n]{0,60}'))

test('every name in bold in the guide is on a page, or belongs to another program', () => {
  const known = sources()
  const others = [...ASSEMBLED, ...FOREIGN]
  const files = readdirSync(GUIDE).filter((file) => file !== 'options.md')
  const unknown = files.flatMap((file) => {
    const names = new Set(namesIn(readFileSync(join(GUIDE, file), 'utf8')))
    return [...names]
      .filter((name) => !others.includes(name) && !patternOf(name).test(known))
      .map((name) => `${file}: ${name}`)
  })
  expect(files.length).toBeGreaterThan(10)
  expect(unknown).toEqual([])
})
