import { join } from 'node:path'
import { stylesOf } from './styles'

const FIRST_SCREEN = join(import.meta.dir, '../ui/pages/login/first-screen.ts')
const OUTLINE = /<div id="start"[\s\S]*?<\/div>\s*<\/div>/

/**
 * Writes `setup.html`: the index with the first screen of the setup drawn into it, with its styles, so that a first
 * visit sees it before any script is loaded. Its fields are disabled until the app replaces the page.
 */
export async function buildSetupPage(folder: string): Promise<void> {
  const index = await Bun.file(join(folder, 'index.html')).text()
  const screen = await firstScreen()
  const [link, href] = /<link rel="stylesheet"[^>]*href="\.\/([^"]+)"[^>]*>/.exec(index) ?? []
  const [script, app] = /<script[^>]*src="\.\/assets\/([^"]+)"[^>]*><\/script>/.exec(index) ?? []
  if (!link || !script || !OUTLINE.test(index)) throw new Error('index.html has no style sheet, script or outline')
  const loader = afterPaint(app!)
  const name = `after-paint-${Bun.hash(loader).toString(36)}.js`
  await Bun.write(join(folder, 'assets', name), loader)
  const styles = [await Bun.file(join(folder, href!)).text(), ...(await stylesOf(FIRST_SCREEN))].join('\n')
  await Bun.write(
    join(folder, 'setup.html'),
    index
      .replace(/<title>.*<\/title>/, '<title>Set up · Panelkeep</title>')
      .replace(link, '')
      .replace('</head>', () => `<style>${styles}</style></head>`)
      .replace(script, `<script type="module" src="./assets/${name}"></script>`)
      .replace(OUTLINE, () => `<div id="start" inert>${screen}</div>`),
  )
}

/** Otherwise the app would run before the first paint. A hidden window never paints, so a timer starts the app as well. */
const afterPaint = (app: string) =>
  `const run=()=>import("./${app}");requestAnimationFrame(()=>setTimeout(run));setTimeout(run,300)`

/** Rendered for the address that Panelkeep opens, which contains the token. */
async function firstScreen(): Promise<string> {
  const [{ renderToString }, { html }, { SetupFirstScreen }] = await Promise.all([
    import('preact-render-to-string'),
    import('../ui/html'),
    import('../ui/pages/login/first-screen'),
  ])
  const browser = {
    location: new URL('http://localhost/login#token=drawn'),
    history: { replaceState: () => undefined },
  }
  Object.assign(globalThis, browser)
  const drawn = renderToString(html`<${SetupFirstScreen} />`)
  for (const name of Object.keys(browser)) Reflect.deleteProperty(globalThis, name)
  return drawn.replaceAll('<input ', '<input readonly ').replaceAll(' autofocus', '')
}
