import { expect, test } from 'bun:test'
import { plus } from '../../../base/platform/clock'
import { superfluous } from './retention'
import type { Backup } from './stored-backups'

const NOW = '2026-11-21T12:00:00.000Z'
const daysAgo = (days: number) => plus(NOW, -days * 86_400_000)
const backup = (days: number, why: Backup['why'] = 'scheduled', ok = true): Backup => ({
  backup_id: `${days} ${why}`,
  when: daysAgo(days),
  why,
  ok,
  size: 1,
  version: '1.0.0',
  series: 1,
  issues: 1,
  has_settings: true,
})
const removable = (backups: Backup[], keeping = { count: 2, days: 30 }) =>
  superfluous(backups, keeping, NOW).map(({ backup_id }) => backup_id)

test('the newest of each kind stay', () => {
  const backups = [backup(1), backup(2, 'asked'), backup(3), backup(4), backup(5, 'asked'), backup(6)]
  expect(removable(backups)).toEqual(['4 scheduled', '6 scheduled'])
})

test('backups that are too old are removed, even if there are few', () => {
  expect(removable([backup(1), backup(31), backup(40, 'before_migration')])).toEqual([
    '31 scheduled',
    '40 before_migration',
  ])
})

test('the last good one stays at any age, and a damaged one does not count as good', () => {
  expect(removable([backup(50, 'scheduled', false), backup(60), backup(70)])).toEqual(['50 scheduled', '70 scheduled'])
  expect(removable([backup(1, 'asked', false), backup(2, 'asked', false), backup(3, 'asked')])).toEqual([])
})

test('a library that was set aside for a restore is never removed automatically', () => {
  expect(removable([backup(1), backup(90, 'before_restore'), backup(91, 'before_restore', false)])).toEqual([])
})

test('nothing is removed without limits', () => {
  expect(removable([backup(1), backup(2), backup(3), backup(900)], { count: 0, days: 0 })).toEqual([])
})

test('after a jump of dates only the count decides', () => {
  const years = 3650
  expect(removable([backup(0), backup(years), backup(years + 1)])).toEqual([`${years + 1} scheduled`])
  expect(removable([backup(years), backup(years + 1), backup(years + 2)])).toEqual([`${years + 2} scheduled`])
})

test('backups made while the clock was ahead do not displace new ones', () => {
  expect(removable([backup(-900), backup(-899), backup(0), backup(1)])).toEqual(['-900 scheduled', '-899 scheduled'])
  expect(removable([backup(-900), backup(0)])).toEqual([])
})
