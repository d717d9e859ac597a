import { join, normalize, relative, sep } from 'node:path'

const ui = join(import.meta.dir, '../ui')
const ADD = join(ui, 'styles/style-sheets.ts')
/** Sheets of a later folder come after those of an earlier one. */
const FOLDERS = ['parts', 'panels', 'forms', 'pages']

/**
 * Puts the CSS of a component into its script. The bundler would write the CSS of all pages into one sheet, which the
 * first page has to load before it is drawn. Only `ui/styles` stays with the HTML.
 */
export async function stylesInScripts(): Promise<Bun.BunPlugin> {
  const sheets = await minifiedSheets()
  return {
    name: 'styles in scripts',
    setup(build) {
      build.onLoad({ filter: /\.css$/ }, ({ path }) => {
        const css = sheets.get(relative(ui, path))
        if (css === undefined) return undefined
        const values = [placeOf(relative(ui, path)), css].map((value) => JSON.stringify(value)).join(', ')
        return {
          loader: 'js',
          contents: `import { addStyleSheet } from ${JSON.stringify(ADD)}\naddStyleSheet(${values})`,
        }
      })
    },
  }
}

/** The minified sheets that a module and all it imports bring, in the order in which pages use them. */
export async function stylesOf(entry: string): Promise<string[]> {
  const sheets = await minifiedSheets()
  const found = new Map<string, string>()
  await Bun.build({
    entrypoints: [entry],
    target: 'browser',
    plugins: [
      {
        name: 'styles of a module',
        setup(build) {
          build.onLoad({ filter: /\.css$/ }, ({ path }) => {
            const name = relative(ui, path)
            found.set(placeOf(name), sheets.get(name) ?? '')
            return { loader: 'js', contents: '' }
          })
        },
      },
    ],
  })
  return [...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, css]) => css)
}

function placeOf(path: string): string {
  return FOLDERS.indexOf(path.split(sep)[0]!) + path.split(sep).join('/')
}

/** The minified sheets, by their paths below `ui/`. */
async function minifiedSheets(): Promise<Map<string, string>> {
  const names = [...new Bun.Glob('**/*.css').scanSync(ui)].filter((name) => !name.startsWith('styles'))
  const { outputs } = await Bun.build({
    entrypoints: names.map((name) => join(ui, name)),
    root: ui,
    target: 'browser',
    minify: true,
    naming: '[dir]/[name].[ext]',
  })
  return new Map(
    await Promise.all(outputs.map(async (made) => [normalize(made.path), (await made.text()).trim()] as const)),
  )
}
