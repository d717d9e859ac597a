import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * The drawing in each lucide file, by its new name. Runs while bundling (`with { type: 'macro' }`): the svg element
 * and the licence line around each drawing are always the same and weigh twice as much as the drawing.
 */
export function strokes<const Files extends Record<string, string>>(files: Files): Record<keyof Files, string> {
  const drawn = Object.entries(files).map(([name, file]) => [name, strokesOf(file)])
  return Object.fromEntries(drawn)
}

function strokesOf(file: string): string {
  const text = readFileSync(fileURLToPath(import.meta.resolve(`lucide-static/icons/${file}.svg`)), 'utf8')
  const inside = text.slice(text.indexOf('>', text.indexOf('<svg')) + 1, text.lastIndexOf('</svg>'))
  return inside.replace(/\s*\n\s*/g, '').trim()
}
