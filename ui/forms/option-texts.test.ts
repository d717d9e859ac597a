import { describe, expect, test } from 'bun:test'
import type { OptionName } from '../api/contract'
import { optionStates } from '../testing/option-states'
import { choicesOf, defaultWords, rangeWords } from './option-texts'

const of = (key: OptionName) => optionStates().find((option) => option.key === key)!
const labels = (key: OptionName, now?: unknown) => choicesOf(of(key), now)?.map(({ label }) => label)

describe('choices', () => {
  test('are durations in words, including the meaning of 0', () => {
    expect(labels('rss_checkinterval', 20)).toEqual([
      'No scheduled sync',
      '10 minutes',
      '20 minutes',
      '30 minutes',
      '1 hour',
      '2 hours',
      '6 hours',
    ])
    expect(labels('blocklist_timer', 3600)?.[0]).toBe('15 minutes')
  })

  test('include the current duration, in order', () => {
    expect(labels('rss_checkinterval', 45)).toContain('45 minutes')
    expect(choicesOf(of('rss_checkinterval'), 45)?.map(({ value }) => Number(value))).toEqual([
      0, 10, 20, 30, 45, 60, 120, 360,
    ])
    // Older tools write -1 to turn the automatic run off.
    expect(labels('rss_checkinterval', -1)).toHaveLength(7)
  })

  test('use their labels, else their values', () => {
    expect(labels('dupeconstraint')).toEqual(['At least 20 % larger', 'CBZ before others', 'CBR before others'])
    expect(labels('log_level')).toEqual(['Warning', 'Info', 'Debug'])
    expect(labels('file_opts')).toEqual(['Move', 'Copy', 'Hardlink', 'Symbolic link'])
    expect(labels('http_port')).toBeUndefined()
  })
})

test.each<[OptionName, string | undefined]>([
  ['opds_enable', 'on'],
  ['imp_move', 'off'],
  ['library_scan_interval', '12 hours'],
  ['login_timeout', '1 month'],
  ['embedded_upload_limit', 'no limit'],
  ['opds_pagesize', '30 entries'],
  ['dupeconstraint', 'At least 20 % larger'],
  ['backup_location', undefined],
  ['search_delay', '1 minute'],
  ['http_port', '8090'],
  ['search_languages', 'en'],
  ['comic_dirs', undefined],
  ['minimum_score_comics', undefined],
  ['komga_apikey', undefined],
])('the default of %s is shown as %p', (key, words) => {
  expect(defaultWords(of(key))).toBe(words)
})

test('a number shows its range, a choice does not', () => {
  expect(rangeWords(of('http_port'))).toBe('From 1 to 65535.')
  expect(rangeWords(of('recycle_days'))).toBe('From 1 to 3,650.')
  expect(rangeWords(of('library_scan_interval'))).toBe(undefined)
  expect(rangeWords(of('log_level'))).toBe(undefined)
})
