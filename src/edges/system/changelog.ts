import { plain, versionOrder } from '../../base/platform/version-order'

/** The changes of one version. */
export interface Section {
  version: string
  bullets: string[]
}

/**
 * Sections of a changelog, newest first: `## 1.2.3, 2026-11-21`, then lines that begin with `- `; other headings are
 * skipped.
 */
export function readChangelog(text: string): Section[] {
  const sections: Section[] = []
  for (const line of text.split('\n')) {
    const version = plain(/^##\s+v?([^\s,(]+)/.exec(line)?.[1] ?? '')
    if (version) sections.push({ version, bullets: [] })
    const bullet = /^- (.+)$/.exec(line)?.[1]
    if (bullet) sections.at(-1)?.bullets.push(bullet.trim())
  }
  return sections.sort((a, b) => versionOrder(b.version, a.version) ?? 0)
}

/** The versions after `after` up to and including `through`, newest first. */
export function sectionsBetween(sections: readonly Section[], after: string, through: string): Section[] {
  const order = (a: string, b: string) => versionOrder(a, b) ?? 0
  return sections.filter(({ version }) => order(version, after) > 0 && order(version, through) <= 0)
}
