import { expect, test } from 'bun:test'
import { readRelease } from '../parsed-release'
import { targetOf, type WantedFacts } from '../wanted'
import { languageRule } from './language'

const run: WantedFacts = { kind: 'comic', series: 'Harbor Lights', year: 2015, issue: '7', issue_date: '2016-02-10' }
const band: WantedFacts = { ...run, series: 'Lantern: Red Band' }
const chapter: WantedFacts = { kind: 'manga', series: 'Clouds', unit: 'chapter', issue: '7' }
const volume: WantedFacts = { ...chapter, unit: 'volume' }
const publisher = (publisher: string | null): WantedFacts => ({ ...run, publisher })

const ROWS: [wanted: WantedFacts, title: string, found?: string, languages?: string[]][] = [
  [run, 'Harbor Lights 007 (2016) (English)'],
  [run, 'Harbor Lights 007 (2016) (German)', 'Wrong language: German'],
  [run, 'Harbor Lights 007 (2016) (German)', undefined, ['EN', 'DE']],
  [run, 'Harbor Lights 007 (2016) (English)', 'Wrong language: English', ['de']],
  [{ ...run, language: 'DE' }, 'Harbor Lights 007 (2016) (German)'],
  [{ ...run, language: 'de' }, 'Harbor Lights 007 (2016) (German)', 'Wrong language: German', ['en']],
  [chapter, 'Clouds c007 RAW', 'Not translated'],
  [chapter, 'Clouds c007 RAW', undefined, ['ja']],
  [chapter, 'Clouds c007 RAW', undefined, ['raw']],
  [chapter, 'Clouds c007 (French)', 'Wrong language: French', ['ja']],

  [chapter, 'Clouds Chapitre 7', 'Wrong language: French'],
  [chapter, 'Clouds Chapitre 7', undefined, ['fr']],
  [chapter, 'Clouds Capítulo 7', 'Wrong language: Spanish'],
  [chapter, 'Clouds Capítulo 7', undefined, ['gl']],
  [volume, 'Clouds v07 - Kapitel'],
  [run, 'Harbor Lights 007 - Kapitel (2016)'],

  [volume, 'Clouds Tome 07', 'Wrong language: French'],
  [volume, 'Clouds Tome 07', undefined, ['en', 'fr']],
  [run, 'Harbor Lights Band 7 (2016)', 'Wrong language: German'],
  [band, 'Lantern - Red Band 007 (2016)'],
  [{ ...band, aliases: ['Red Lantern'] }, 'Lantern - Red Band 007 (2016)'],
  [{ ...run, aliases: ['Lantern: Red Band'] }, 'Lantern - Red Band 007 (2016)'],
  [{ ...run, aliases: ['Harbor'] }, 'Harbor Lights Band 7 (2016)', 'Wrong language: German'],

  [publisher(null), 'Harbor Lights 007 (2016) (Carlsen Comics)', 'Wrong language: German'],
  [publisher('Northgate'), 'Harbor Lights 007 (2016) (Carlsen Comics)', 'Wrong language: German'],
  [publisher('Carlsen'), 'Harbor Lights 007 (2016) (Carlsen Comics)'],
  [publisher('Carlsen Comics'), 'Harbor Lights 007 (2016) (Carlsen)'],
  [publisher(null), 'Harbor Lights 007 (2016) (Panini)', undefined, ['en', 'pt']],
  [publisher(null), 'Harbor Lights 007 (2016) (Kana)'],
  [chapter, 'Clouds 007 (Kana)', 'Wrong language: French'],
  [chapter, 'Clouds 007 (Dupuis)', 'Wrong language: French'],

  [run, 'Harbor Lights 007 - El faro negro', 'Wrong language: Spanish'],
  [run, 'Harbor Lights 007 - El faro'],
  [run, 'Harbor Lights 007 - El faro negro (2016)'],
  [run, 'Harbor Lights 007 - El faro negro (Digital)'],
  [run, 'Harbor Lights 007 - The black light'],
  [run, 'Harbor Lights 007 - Les nuits blanches', 'Wrong language: French'],
  [run, 'Harbor Lights 007 - Das rote Licht', undefined, ['de']],

  [run, '[FRENCH] "Harbor Lights 007.cbz" yEnc', 'Wrong language: French'],
  [run, '[FRENCH] "Harbor Lights 007.cbz" yEnc', undefined, ['fr']],
  [run, '[MOON] [GERMAN] "Harbor Lights 007.cbz" yEnc', 'Wrong language: German'],
  [run, '[MOON] "Harbor Lights 007.cbz" yEnc'],
  [run, '[MOON] "Harbor Lights 007 (German).cbz" yEnc', undefined, ['de']],
]

for (const [wanted, title, found, languages] of ROWS)
  test(`${wanted.series} of ${wanted.publisher} in ${languages ?? wanted.language ?? 'en'} ← ${title}: ${found ?? 'no reason against it'}`, () => {
    const target = targetOf(wanted, { languages })
    const reading = readRelease(title, target, 2026)
    const the = { reading, target, release: { title }, known: {}, subject: undefined, year: 2026 }
    expect(languageRule(the)?.message).toBe(found)
  })
