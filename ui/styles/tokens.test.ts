import { expect, test } from 'bun:test'

const css = await Bun.file(new URL('./tokens.css', import.meta.url)).text()

type Theme = 'light' | 'dark'

function token(name: string, theme: Theme): string {
  const value = new RegExp(`--${name}: ([^;]+);`).exec(css)?.[1] ?? ''
  const [, light = value, dark = value] = /light-dark\((#\w+), (#\w+)\)/.exec(value) ?? []
  const inner = /^var\(--(\w+)\)$/.exec(value)?.[1]
  return inner ? token(inner, theme) : theme === 'light' ? light : dark
}

function luminance(hex: string): number {
  const channel = (at: number) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
}

function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

const TEXT = ['ink', 'quiet', 'accent', 'have', 'way', 'wanted', 'attention']

for (const theme of ['light', 'dark'] as const) {
  test(`text is readable on every background, ${theme}`, () => {
    for (const ground of ['ground', 'raised'])
      for (const ink of TEXT) {
        const ratio = contrast(token(ink, theme), token(ground, theme))
        expect(ratio, `${ink} on ${ground}`).toBeGreaterThanOrEqual(4.5)
      }
  })

  test(`the text on a filled button is readable, ${theme}`, () => {
    for (const fill of ['accent-fill', 'accent-fill-hover'])
      expect(contrast(token('on-accent', theme), token(fill, theme)), fill).toBeGreaterThanOrEqual(4.5)
  })

  test(`the edges of controls and the focus are visible, ${theme}`, () => {
    for (const ground of ['ground', 'raised'])
      for (const edge of ['edge', 'focus'])
        expect(contrast(token(edge, theme), token(ground, theme)), `${edge} on ${ground}`).toBeGreaterThanOrEqual(3)
  })
}
