import { expect, test } from 'bun:test'
import { nameLine } from './lines.ts'

const KEYS =
  'name kind series issue issue_end volume volume_end year count annual special format title publisher scan_group language extension'

test('a line has exactly the specified keys, with empty text for missing values', () => {
  const line = JSON.parse(nameLine('Copper Lantern 012 (2019) (Zone-Empire).cbr', { year: 2026 }))
  expect(Object.keys(line).join(' ')).toBe(KEYS)
  expect(line).toMatchObject({
    kind: 'comic',
    series: 'Copper Lantern',
    issue: '12',
    year: '2019',
    annual: false,
    special: false,
    title: '',
  })
})

test('any text is escaped as JSON requires', () => {
  for (const name of ['quote " and \\ back', 'tab\there', '青い庭 第3巻', 'lone \ud800 half', '']) {
    const parsed = JSON.parse(nameLine(name, { year: 2026 }))
    expect(parsed.name).toBe(JSON.parse(JSON.stringify(name)))
    expect(nameLine(name, { year: 2026 })).not.toContain('\n')
  }
})
