import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { once } from '../src/base/platform/once'

const ui = join(import.meta.dir, '../ui')
const read = (path: string) => readFileSync(join(ui, path), 'utf8')
const filesOf = (pattern: string) => [...new Bun.Glob(pattern).scanSync(ui)].map((path) => path.replaceAll('\\', '/'))

test('the scripts of a page include the styles of every class on it', () => {
  const start = loadedBy(['main.ts'])
  const pages = pagesBehind(start)
  expect(pages.size).toBeGreaterThan(30)
  const faults = [...pages, 'main.ts'].flatMap((page) => {
    const loaded = new Set([...start, ...loadedBy([page])])
    const styled = new Set([...loaded, ...filesOf('styles/*.css')].flatMap((path) => [...classesStyledIn(path)]))
    const missing = [...loaded].flatMap((path) =>
      [...classesIn(path)].filter((name) => isStyled(name) && !styled.has(name)),
    )
    return [...new Set(missing)].map((name) => `${page} loads no styles of .${name}`)
  })
  expect(faults).toEqual([])
})

interface Source {
  imports: string[]
  /** A page that is loaded on demand. */
  later: string[]
  classes: Set<string>
}

const sources = new Map<string, () => Source>(
  filesOf('**/*.ts').map((path) => [
    path,
    once(() => {
      const text = read(path)
      const found = new Bun.Transpiler({ loader: 'ts' }).scanImports(text).flatMap(({ kind, path: to }) => {
        const at = to.startsWith('.') && relative(ui, resolve(ui, dirname(path), to)).replaceAll('\\', '/')
        return at ? [{ kind, at: at.endsWith('.css') ? at : `${at}.ts` }] : []
      })
      const classes = [...text.matchAll(/class=(?:"([^"]*)"|\$\{([^}]*)\})/g)]
      return {
        imports: found.filter(({ kind }) => kind !== 'dynamic-import').map(({ at }) => at),
        later: found.filter(({ kind }) => kind === 'dynamic-import').map(({ at }) => at),
        classes: new Set(classes.flatMap(([, plain, code]) => (plain ?? code ?? '').match(/[a-z][\w-]*/g) ?? [])),
      }
    }),
  ]),
)

const classesIn = (path: string) => sources.get(path)?.().classes ?? new Set<string>()

function loadedBy(paths: string[], loaded = new Set<string>()): Set<string> {
  for (const path of paths) {
    if (loaded.has(path)) continue
    loaded.add(path)
    loadedBy(sources.get(path)?.().imports ?? [], loaded)
  }
  return loaded
}

function pagesBehind(loaded: Set<string>, pages = new Set<string>()): Set<string> {
  for (const page of [...loaded].flatMap((path) => sources.get(path)?.().later ?? [])) {
    if (pages.has(page)) continue
    pages.add(page)
    pagesBehind(loadedBy([page]), pages)
  }
  return pages
}

const styled = new Map<string, Set<string>>()

/** The leading classes of a selector. Classes after them are styled for one place only. */
function classesStyledIn(path: string): Set<string> {
  if (!path.endsWith('.css')) return new Set()
  const known = styled.get(path)
  if (known) return known
  const text = read(path).replace(/\/\*[\s\S]*?\*\//g, '')
  const made = new Set([...text.matchAll(/(?<=[{},;]\s*)\.([a-z][\w-]*)/g)].map(([, name]) => name!))
  styled.set(path, made)
  return made
}

const everyStyled = once(() => new Set(filesOf('**/*.css').flatMap((path) => [...classesStyledIn(path)])))
const isStyled = (name: string) => everyStyled().has(name)
