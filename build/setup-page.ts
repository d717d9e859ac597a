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
  if (!link || !OUTLINE.test(index)) throw new Error('index.html has no style sheet or no outline')
  const styles = [await Bun.file(join(folder, href!)).text(), ...(await stylesOf(FIRST_SCREEN))].join('\n')
  await Bun.write(
    join(folder, 'setup.html'),
    index
      .replace(/<title>.*<\/title>/, '<title>Set up · Panelkeep</title>')
      .replace('</head>', () => `<style>${styles}</style></head>`)
      .replace(OUTLINE, () => `<div id="start" inert>${screen}</div>`),
  )
}

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
