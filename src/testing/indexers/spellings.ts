import { describe, expect, test } from 'bun:test'
import { judgeRelease } from '../../intake/search/verdict/judge'
import { targetOf, type WantedFacts } from '../../intake/search/verdict/wanted'

/** Titles of releases for one wanted item, one on each line. */
interface Spellings {
  accepted: string
  refused: string
  /** Numbers that an accepted release fills; by default the wanted one. */
  satisfies?: string[]
}

const linesOf = (text: string) => text.split('\n').map((line) => line.trim()).filter((line) => line !== '') // biome-ignore format: one step

/** Tests that the item is found under every accepted title and under no other. */
export function checkSpellings(what: string, wanted: WantedFacts, { accepted, refused, satisfies }: Spellings): void {
  const target = targetOf(wanted, {})
  const outcome = (title: string) => {
    const verdict = judgeRelease(target, { title }, 2026)
    return verdict.accepted ? verdict.satisfies.join() : verdict.reason_code
  }
  const filled = (satisfies ?? [wanted.issue]).join()
  describe(what, () => {
    test('is found under each of its spellings', () => {
      const missed = linesOf(accepted).map((title) => [title, outcome(title)])
      expect(missed.filter(([, found]) => found !== filled)).toEqual([])
    })

    test('does not match other releases of its name or number', () => {
      const grabbed = linesOf(refused).filter((title) => judgeRelease(target, { title }, 2026).accepted)
      expect(grabbed).toEqual([])
    })
  })
}
