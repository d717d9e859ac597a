import { expect, test } from 'bun:test'
import { candidateFinder } from './candidates'

const series = (name: string, aliases: string[] | null = null) => ({ comic_id: name, name, year: 2015, aliases })
const found = (name: string, ...all: ReturnType<typeof series>[]) =>
  candidateFinder(all)(name).map((each) => each.comic_id)

test('series that share words with the name are candidates, the rarest words first', () => {
  const all = [series('Harbor Nights'), series('Harbor Lights'), series('Harbor Lamps'), series('Fern Road')]
  expect(found('the harbor_lights-12.cbz', ...all)).toEqual(['Harbor Lights', 'Harbor Nights', 'Harbor Lamps'])
})

test('other names count, accents and case do not', () => {
  expect(found('LEGENDES 3.cbz', series('Tales', ['Légendes']))).toEqual(['Tales'])
})

test('a number is no evidence, nor is a word that most of a large library has', () => {
  expect(found('2099.cbz', series('Tide 2099'))).toEqual([])
  const many = Array.from({ length: 30 }, (_, n) => series(`Comics ${String.fromCharCode(97 + n)}x`))
  expect(found('Comics bx.cbz', ...many)).toEqual(['Comics bx'])
  expect(found('Comics.cbz', ...many.slice(0, 20))).toHaveLength(6)
})

test('at most six are returned', () => {
  expect(found('Tide', ...'abcdefghi'.split('').map((letter) => series(`Tide ${letter}`)))).toHaveLength(6)
})
