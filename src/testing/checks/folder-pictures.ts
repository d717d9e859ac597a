import { WINGS } from './folder-order'

const WIDTH = 960
const COLORS: Record<keyof typeof WINGS, string> = {
  edges: '#fbeccb',
  collecting: '#dcebdf',
  intake: '#d9e6f2',
  library: '#f6dcd8',
  base: '#e7e3dc',
}
const [INK, QUIET, LINE] = ['#1b1b1d', '#4c4a45', '#6b6963']
/** Maximum number of boxes in a row of a wing. */
const MOST_IN_A_ROW = 5
const [BOX, GAP, HEAD] = [52, 10, 30]

/** The wings from right to left: edges at the top, base at the bottom. */
const fromTheTop = () => (Object.keys(WINGS) as (keyof typeof WINGS)[]).toReversed()

/** The block of src/README.md: one line for each wing, wrapped after a few folders. */
export function orderAsText(): string {
  const lines = fromTheTop().flatMap((wing) => {
    const { about, folders } = WINGS[wing]
    const rows: string[][] = []
    for (const name of Object.keys(folders)) {
      const last = rows.at(-1)
      if (!last || [...last, name].join('  ').length > 52) rows.push([name])
      else last.push(name)
    }
    return rows.map((row, at) =>
      `${(at === 0 ? wing : '').padEnd(12)}${row.join('  ').padEnd(54)}${at === 0 ? about : ''}`.trimEnd(),
    )
  })
  return ['main ─ start', ...lines].join('\n')
}

/** The picture `assets/architecture.svg`. */
export function orderAsPicture(): string {
  const parts: string[] = []
  const text = (x: number, y: number, words: string, look: string) => `<text x="${x}" y="${y}" ${look}>${words}</text>`
  const title = `text-anchor="middle" font-size="15" font-weight="600" fill="${INK}"`
  const small = `text-anchor="middle" font-size="11" fill="${QUIET}"`
  const box = (x: number, y: number, width: number, name: string, about: string, fill: string) =>
    parts.push(
      `<rect x="${x}" y="${y}" width="${width}" height="${BOX}" rx="8" fill="${fill}" stroke="${LINE}"/>`,
      text(x + width / 2, y + 24, name, title),
      text(x + width / 2, y + 42, about, small),
    )
  const arrow = (x: number, y: number) =>
    parts.push(`<path d="M${x} ${y}v24" stroke="${LINE}" stroke-width="1.5" marker-end="url(#a)"/>`)

  const outside = [
    ['browser', 'pages, events'],
    ['reading apps', 'OPDS, progress'],
    ['command line', 'start, names, judge'],
  ] as const
  outside.forEach(([name, about], at) => {
    box(40 + at * 300, 20, 280, name, about, '#ffffff')
    arrow(180 + at * 300, 20 + BOX + 2)
  })
  let y = 20 + BOX + 30
  for (const wing of fromTheTop()) {
    const { about, folders } = WINGS[wing]
    const names = Object.entries(folders)
    const rows = Math.ceil(names.length / MOST_IN_A_ROW)
    const inARow = Math.ceil(names.length / rows)
    const height = HEAD + rows * (BOX + GAP) + 4
    parts.push(
      `<rect x="20" y="${y}" width="${WIDTH - 40}" height="${height}" rx="12" fill="none" stroke="${LINE}" stroke-dasharray="3 4"/>`,
      text(36, y + 21, wing, `font-size="15" font-weight="700" fill="${INK}"`),
      text(WIDTH - 36, y + 21, about, `text-anchor="end" font-size="12" fill="${QUIET}"`),
    )
    names.forEach(([name, words], at) => {
      const row = Math.floor(at / inARow)
      const here = Math.min(inARow, names.length - row * inARow)
      const width = (WIDTH - 72 - (here - 1) * GAP) / here
      const x = 36 + (at % inARow) * (width + GAP)
      box(Math.round(x * 10) / 10, y + HEAD + row * (BOX + GAP), Math.round(width * 10) / 10, name, words, COLORS[wing])
    })
    y += height
    arrow(WIDTH / 2, y + 2)
    y += 30
  }
  const beyond = [
    ['disk', 'archives, config.ini, the database'],
    ['machine', 'clock, random, processes'],
    ['network', 'services, indexers, clients'],
  ] as const
  beyond.forEach(([name, about], at) => {
    box(40 + at * 300, y, 280, name, about, '#ffffff')
  })
  const height = y + BOX + 20
  const label =
    'The folders of Panelkeep in five wings, from the outside at the top to the machine at the bottom; arrows point to what is imported'
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="system-ui, sans-serif" role="img" aria-label="${label}">` +
    `<defs><marker id="a" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0 8 4 0 8z" fill="${LINE}"/></marker></defs>` +
    `<rect width="${WIDTH}" height="${height}" fill="#faf8f4"/>${parts.join('')}</svg>\n`
  )
}
