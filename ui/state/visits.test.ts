import { beforeEach, expect, test } from 'bun:test'
import { withWindow } from '../testing/window'
import { noteVisit } from './visits'

withWindow()
beforeEach(() => localStorage.clear())

const at = (time: string) => new Date(`2026-11-29T${time}:00.000Z`)

test('the first visit has none before it', () => {
  expect(noteVisit('mia', at('08:00'))).toBeNull()
  expect(noteVisit('mia', at('08:30'))).toBeNull()
})

test('a visit after a pause knows when the one before ended, and keeps that while it lasts', () => {
  noteVisit('mia', at('08:00'))
  noteVisit('mia', at('08:30'))
  expect(noteVisit('mia', at('12:00'))).toBe('2026-11-29T08:30:00.000Z')
  expect(noteVisit('mia', at('12:45'))).toBe('2026-11-29T08:30:00.000Z')
})

test('each user of a browser has visits of their own', () => {
  noteVisit('mia', at('08:00'))
  expect(noteVisit('ben', at('12:00'))).toBeNull()
  expect(noteVisit('mia', at('12:00'))).toBe('2026-11-29T08:00:00.000Z')
})

test('a damaged note counts as none', () => {
  localStorage.setItem('panelkeep.visits', '{"mia":')
  expect(noteVisit('mia', at('08:00'))).toBeNull()
})
