import { expect, test } from 'bun:test'
import { readRelease } from '../parsed-release'
import { targetOf, type WantedFacts } from '../wanted'
import { bookTypeRule } from './book-type'

const run: WantedFacts = { kind: 'comic', series: 'Harbor Lights', year: 2015, issue: '7', issue_date: '2016-02-10' }
const phone: WantedFacts = { ...run, series: 'Harbor Infinity Comic', aliases: ['Harbor on the Phone'] }
const weekly: WantedFacts = { ...run, series: 'Harbor Weekly' }
const single: WantedFacts = { ...run, booktype: 'one-shot', issue: '1' }
const book: WantedFacts = { ...run, series: 'Salt Road', booktype: 'tpb', issue: '1', issue_count: 3 }
const novel: WantedFacts = { ...book, booktype: 'gn' }
const whole: WantedFacts = { ...book, series: 'Salt Road: The Complete Well', issue_count: 1 }
const volume: WantedFacts = { kind: 'manga', series: 'Clouds', unit: 'volume', issue: '6' }

const ROWS: [wanted: WantedFacts, title: string, message?: string][] = [
  [run, 'Harbor Lights 007 (2016)'],
  [run, 'Harbor Lights 007 (2016) (Preview)', 'Sampler or preview, not the issue'],
  [run, 'Harbor Days 007 (2016) (Preview)'],
  [weekly, 'Harbor Weekly 2016.02.10 (Preview)'],

  [run, 'Harbor Lights 007 (2016) (digital-mobile-Moon)', 'Phone version, which is numbered differently'],
  [{ ...run, ignore_type: true }, 'Harbor Lights 007 (2016) (digital-mobile-Moon)'],
  [phone, 'Harbor Infinity Comic 007 (2016) (digital-mobile-Moon)'],
  [phone, 'Harbor on the Phone 007 (2016) (digital-mobile-Moon)'],

  [run, "Harbor Lights 007 Director's Cut (2016)", "Different publication: director's cut"],
  [single, "Harbor Lights 001 Director's Cut (2016)"],
  [run, 'Harbor Lights v07 (2016)', 'Collected edition; a single issue is wanted'],
  [single, 'Harbor Lights TPB (2016)'],

  [book, 'Salt Road v01 (2016)'],
  [book, 'Salt Road 001 (2016)', 'Single issue; the book is wanted'],
  [{ ...book, issue_count: 1 }, 'Salt Road 001 (2016)', 'Single issue; the book is wanted'],
  [novel, 'Salt Road 001 (2016)'],
  [{ ...book, language: 'fr' }, 'Salt Road 001 (2016)'],
  [{ ...book, language: 'en' }, 'Salt Road 001 (2016)', 'Single issue; the book is wanted'],
  [whole, 'Salt Road - The Complete Well 001 (2016)'],
  [whole, 'Salt Road - The Complete Well 002 (2016)', 'Single issue; the book is wanted'],
  [{ ...whole, issue_count: 3 }, 'Salt Road - The Complete Well 001 (2016)', 'Single issue; the book is wanted'],

  [book, 'Salt Road v02 #1 (2016)', 'Single issue; the book is wanted'],
  [novel, 'Salt Road v02 #1 (2016)', 'Single issue; the book is wanted'],
  [{ ...novel, language: 'nl' }, 'Salt Road v02 #1 (2016)'],
  [novel, 'Salt Road v01 (2016) (#1-6)'],
  [novel, 'Salt Road 2016 #1'],
  [book, 'Salt Road v01 (2016) (from Harbor 2 #5)'],

  [book, 'Salt Road Omnibus v01 (2016)', 'Different edition: omnibus'],
  [{ ...book, booktype: 'omnibus' }, 'Salt Road Omnibus v01 (2016)'],
  [{ ...book, aliases: ['Salt Road Omnibus'] }, 'Salt Road Omnibus v01 (2016)'],
  [{ ...book, aliases: ['The Salt Road'] }, 'Salt Road Omnibus v01 (2016)', 'Different edition: omnibus'],
  [{ ...book, allow_packs: true }, 'Salt Road Omnibus v01-03 (2016)'],

  [volume, 'Clouds v06 (2016) (Full Color)', 'Different edition: Full Color'],
  [volume, 'Clouds v06 (2016) (Full Color Cover)'],
  [volume, 'Clouds v06 Official Color', 'Different edition: Official Color'],
  [volume, 'Clouds v06 - The Color of Night (2016)'],
  [volume, 'Clouds v06 - Moonlight Edition (2016)', 'Different edition: Moonlight Edition'],
  [volume, 'Clouds v06 - Digital Edition (2016)'],
  [volume, 'Clouds v06 (2016) (Moonlight Edition)', 'Different edition: Moonlight Edition'],
  [volume, 'Clouds v06 (2016) (Yen Press Edition)'],
  [{ ...volume, series: 'Clouds: Moonlight Edition' }, 'Clouds - Moonlight Edition v06 (2016) (Moonlight Edition)'],
]

for (const [wanted, title, message] of ROWS)
  test(`${wanted.booktype ?? wanted.kind} ${wanted.series} ← ${title}: ${message ?? 'no reason against it'}`, () => {
    const target = targetOf(wanted, {})
    const reading = readRelease(title, target, 2026)
    const the = { reading, target, release: { title }, known: {}, subject: undefined, year: 2026 }
    expect(bookTypeRule(the)?.message).toBe(message)
  })
