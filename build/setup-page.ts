import { join } from 'node:path'
import { stylesOf } from './styles'

const FIRST_SCREEN = join(import.meta.dir, '../ui/pages/login/first-screen.ts')
const OUTLINE = /<div id="start"[\s\S]*?<\/div>\s*<\/div>/

/**
 * Writes `setup.html`: the index with the first screen of the setup drawn into it, with its styles, so that a first
 * visit sees it before any script is here. Nothing in it can be typed into until the app takes its place.
 */
export async function buildSetupPage(folder: string): Promise<void> {
  const index = await Bun.file(join(folder, 'index.html')).text()
  const screen = await firstScreen()
  const [link, href] = /<link rel="stylesheet"[^>]*href="\.\/([^"]+)"[^>]*>/.exec(index) ?? []
  const [script, app] = /<script[^>]*src="\.\/assets\/([^"]+)"[^>]*><\/script>/.exec(index) ?? []
  if (!link || !script || !OUTLINE.test(index)) throw new Error('index.html has no style sheet, script or outline')
  const first = afterPaint(app!)
  const name = `after-paint-${Bun.hash(first).toString(36)}.js`
  await Bun.write(join(folder, 'assets', name), first)
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

/** The app would run before the browser draws for the first time. A window that is not seen draws nothing: it waits no longer. */
const afterPaint = (app: string) =>
  `const run=()=>import("./${app}");requestAnimationFrame(()=>setTimeout(run));setTimeout(run,300)`

/** Drawn as for the address that Panelkeep opens, which brings the token along. */
async function firstScreen(): Promise<string> {
  const globals = globalThis as { location?: unknown; history?: unknown }
  globals.location = new URL('http://localhost/login#token=drawn')
  globals.history = { replaceState: () => undefined }
  const [{ renderToString }, { html }, { FirstScreen }] = await Promise.all([
    import('preact-render-to-string'),
    import('../ui/html'),
    import('../ui/pages/login/first-screen'),
  ])
  const drawn = renderToString(html`<${FirstScreen} />`)
  delete globals.location
  delete globals.history
  return drawn.replaceAll('<input ', '<input readonly ').replaceAll(' autofocus', '')
}
