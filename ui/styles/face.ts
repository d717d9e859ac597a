import bricolage from '@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2' with {
  type: 'file',
}

/** The face of headings. Loaded from here, because the bundler writes fonts of a stylesheet into it as `data:`, which our policy refuses. */
export function loadFace(): void {
  // The font is a file beside the script, also behind a proxy's base path.
  const at = new URL(bricolage, import.meta.url)
  const face = new FontFace('Bricolage', `url("${at}") format("woff2")`, { weight: '200 800', display: 'swap' })
  document.fonts.add(face)
  face.load().catch(() => document.fonts.delete(face))
}
