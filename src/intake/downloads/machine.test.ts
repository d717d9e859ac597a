import { describe, expect, test } from 'bun:test'
import { isOpen, mayMove, stagesBefore } from './machine'
import { openStages, type Stage, stages } from './states'

const ends: Stage[] = ['post_processed', 'manual_review', 'failed', 'cancelled']

describe('the stages of a grabbed release', () => {
  test.each(stages.flatMap((from) => stages.map((to) => [from, to] as const)))('%s to %s', (from, to) => {
    const forward = stages.indexOf(to) > stages.indexOf(from)
    expect(mayMove(from, to)).toBe(!ends.includes(from) && forward)
  })

  test('are open or ended', () => {
    expect(stages.filter((stage) => !isOpen(stage))).toEqual(ends)
    expect(stages.filter(isOpen)).toEqual([...openStages])
  })

  test('can all be reached from the first, and every open one can end', () => {
    for (const stage of stages.slice(1)) expect(mayMove('reserved', stage)).toBe(true)
    for (const open of openStages) for (const end of ends) expect(mayMove(open, end)).toBe(true)
  })

  test('are listed by where they can be reached from', () => {
    expect(stagesBefore('snatched')).toEqual(['reserved'])
    expect(stagesBefore('failed')).toEqual([...openStages])
    expect(stagesBefore('reserved')).toEqual([])
  })
})
