import bricolage from '@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2' with {
  type: 'file',
}

/** The file of the font that this browser has loaded before. */
const KEY = 'panelkeep.face'
const AFTER_MS = 1_000

/**
 * The font of headings. Loaded from a script, because the bundler inlines fonts of a stylesheet as `data:`, which our
 * content policy refuses. Nothing waits for its 41 KB: on a first visit the font is loaded after `first` and its requests.
 */
export async function loadFace(first: Promise<unknown> = Promise.resolve()): Promise<void> {
  // The font is a file beside the script, also behind a proxy's base path.
  const { href } = new URL(bricolage, import.meta.url)
  const file = href.split('/').at(-1)!
  if (localStorage.getItem(KEY) !== file) {
    await first
    await new Promise((resolve) => setTimeout(resolve, AFTER_MS))
  }
  const face = new FontFace('Bricolage', `url("${href}") format("woff2")`, { weight: '200 800', display: 'swap' })
  document.fonts.add(face)
  face.load().then(
    () => localStorage.setItem(KEY, file),
    () => document.fonts.delete(face),
  )
}
