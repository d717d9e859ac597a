import { expect, test } from 'bun:test'
import { type ReadName, readName } from './read-name.ts'

const YEAR = 2026

/** Every name must give exactly the listed fields; the six numbers and the series are compared even when not listed. */
function reads(kind: 'comic' | 'manga', names: Record<string, Partial<ReadName>>): void {
  for (const [name, fields] of Object.entries(names)) {
    const read = readName(name, { kind, year: YEAR })
    const expected: Partial<ReadName> = { issue: '', issue_end: '', volume: '', volume_end: '', year: '', ...fields }
    const got = Object.fromEntries(Object.keys(expected).map((key) => [key, read[key as keyof ReadName]]))
    expect({ name, ...got }).toEqual({ name, ...expected } as typeof got & { name: string })
  }
}

test('the usual form gives series, number and year', () => {
  reads('comic', {
    'Copper Lantern 012 (2019) (Digital) (Zone-Empire).cbr': {
      series: 'Copper Lantern',
      issue: '12',
      year: '2019',
      scan_group: 'Zone-Empire',
      extension: 'cbr',
    },
    'Copper Lantern #12 (2019)': { series: 'Copper Lantern', issue: '12', year: '2019', extension: '' },
    'Copper Lantern 03 (of 06) (2012).cbz': { series: 'Copper Lantern', issue: '3', count: '6', year: '2012' },
    'Copper Lantern 3 of 6 (2012)': { series: 'Copper Lantern', issue: '3', count: '6', year: '2012' },
    'Copper Lantern 3/6 (2012)': { series: 'Copper Lantern', issue: '3', count: '6', year: '2012' },
    'Copper Lantern 012 - Dark Road (2019).cbz': {
      series: 'Copper Lantern',
      issue: '12',
      title: 'Dark Road',
      year: '2019',
    },
    'Copper Lantern 012 (1950) The Beginning.cbz': {
      series: 'Copper Lantern',
      issue: '12',
      title: 'The Beginning',
      year: '1950',
    },
  })
})

test('every separator is understood', () => {
  const fields = { series: 'Copper Lantern', issue: '12', year: '2019' }
  reads('comic', {
    'Copper_Lantern_012_(2019)_(Digital).cbr': fields,
    'Copper.Lantern.012.2019.Digital.Zone-Empire': fields,
    'Copper+Lantern+012+(2019).cbz': fields,
    'Copper-Lantern-012--2019---digital-Empire-.cbr': fields,
    'Copper%20Lantern%20012%20(2019).cbz': fields,
    'Copper_20Lantern_20012_20_282019_29.cbz': fields,
    'copper lantern 012 2019 digital zone-empire cbr': { ...fields, series: 'copper lantern', extension: 'cbr' },
    'Iron.Lantern.012.5.2019.cbr': { series: 'Iron Lantern', issue: '12.5', year: '2019' },
    'S.H.I.E.L.F. 005 (2010)': { series: 'S.H.I.E.L.F.', issue: '5', year: '2010' },
  })
})

test('in subjects of posts and names that begin with a publisher, the inner name is read', () => {
  const fields = { series: 'Copper Lantern', issue: '50', year: '2018' }
  reads('comic', {
    '[12345]-[FULL]-[a.b.comics.dcp]-[01/12] "Copper Lantern 050 (2018) (Digital) (Zone-Empire).part01.rar" yEnc':
      fields,
    'DC - Copper Lantern 2016 No 050 2018 HYBRID COMIC eBook-21A1': {
      ...fields,
      publisher: 'DC',
      scan_group: '21A1',
      run_year: '2016',
      title: '',
    },
    '[kickass.to]copper.lantern.50.of.80.2018.digital.zone.empire.cbr': {
      ...fields,
      series: 'copper lantern',
      count: '80',
    },
    '(Marvel) [Copper Lantern] 2018 #50': fields,
    'Copper Lantern, 2018-07-04 (#50) (digital) (Glorith-HD).cbz': fields,
  })
})

test('the number is the last free one left of the year, never the first word', () => {
  reads('comic', {
    '100 Arrows 050 (2003).cbz': { series: '100 Arrows', issue: '50', year: '2003' },
    'Kick-Back 3 01 (of 08) (2013).cbz': { series: 'Kick-Back 3', issue: '1', year: '2013' },
    'Night of 1000 Foxes 001 (2013).cbz': { series: 'Night of 1000 Foxes', issue: '1', year: '2013' },
    '52 - 010 (2006) (digital)': { series: '52', issue: '10', year: '2006' },
    '300 (1998) (digital).cbz': { series: '300', year: '1998' },
    'Lantern-23 004 (2010).cbz': { series: 'Lantern-23', issue: '4', year: '2010' },
    'Iron Lantern 80-Page Giant 02 (1999).cbz': { series: 'Iron Lantern 80-Page Giant', issue: '2', year: '1999' },
    'Copper Lantern 049 (2018) (50 covers)': { series: 'Copper Lantern', issue: '49', year: '2018' },
    'Iron Lantern 42 300 ways to run': { series: 'Iron Lantern', issue: '42', title: '300 ways to run' },
  })
})

test('a number after a dash that follows a number is title text', () => {
  reads('comic', {
    'Copper Lantern 600 - 13 Angry Cats (2018).cbz': {
      series: 'Copper Lantern',
      issue: '600',
      title: '13 Angry Cats',
      year: '2018',
    },
    'Copper Lantern #49 - 50 Shades of Rust (2018)': { series: 'Copper Lantern', issue: '49', year: '2018' },
    'Earth 4 - First Light 007 (2013)': {
      series: 'Earth 4 - First Light',
      issue: '7',
      year: '2013',
      alt_series: 'Earth 4',
    },
    'Copper Lantern 012 - Chapter 3 (2014).cbz': { series: 'Copper Lantern', issue: '12', year: '2014' },
  })
})

test('left of the number a year is the run, right of it the issue', () => {
  reads('comic', {
    'Copper Lantern (2014) 040 (2018).cbz': { series: 'Copper Lantern', issue: '40', year: '2018', run_year: '2014' },
    'Copper Lantern (1953-) 012.cbz': { series: 'Copper Lantern', issue: '12', year: '1953', run_year: '1953' },
    'Copper Lantern #1 - 100 (1999-2009)': {
      series: 'Copper Lantern',
      issue: '1',
      issue_end: '100',
      year: '1999',
      run_year: '1999',
      run_year_end: '2009',
    },
    'Copper Lantern (2021) #021 [2023-08-01].cbz': { series: 'Copper Lantern', issue: '21', year: '2021' },
    'Copper Lantern V2016 #3 (2017).cbz': { series: 'Copper Lantern', issue: '3', volume: '2016', year: '2017' },
    'Iron Lantern - 2003 - 001.cbz': { series: 'Iron Lantern', issue: '1', year: '2003' },
    '199309 Copper Lantern v1 001.cbz': { series: 'Copper Lantern', issue: '1', volume: '1', year: '1993' },
  })
})

test('a year in a title stays in the title', () => {
  reads('comic', {
    'Copper Lantern 2020 005 (2020).cbz': { series: 'Copper Lantern 2020', issue: '5', year: '2020' },
    'Copper Lantern 2099 (1992).cbz': { series: 'Copper Lantern 2099', year: '1992' },
    'Cyber Harbor 2077 - Neon Rain 02 (2021).cbz': {
      series: 'Cyber Harbor 2077 - Neon Rain',
      issue: '2',
      year: '2021',
    },
    'Copper Lantern Free Comic Book Day 2021 (2021)': {
      series: 'Copper Lantern Free Comic Book Day 2021',
      year: '2021',
    },
    '3000AD prog 2005 (2016)': { series: '3000AD', issue: '2005', year: '2016' },
    'Copper Comics 1000 (2019)': { series: 'Copper Comics', issue: '1000', year: '2019' },
    'Copper Lantern #66 100.000.000∞': { series: 'Copper Lantern', issue: '66' },
    'Copper Lantern #66 (04.07.2018)': { series: 'Copper Lantern', issue: '66', year: '2018' },
  })
})

test('dates are read in every order', () => {
  const fields = { series: 'Iron Lantern', issue: '12', year: '1981' }
  const dates = [
    '12-1981',
    'Winter 1981',
    'Jan-Feb 1981',
    '15 Jan 1981',
    '01.02.1981',
    '1981-02-00',
    'May, 1981',
    'Corno 1981-09-18',
  ]
  reads('comic', Object.fromEntries(dates.map((date) => [`Iron Lantern 012 (${date}) (c2c).cbr`, fields])))
})

test('numbers keep their suffix, sign and fraction', () => {
  const numbers = { '#½': '½', '#-1': '-1', '-1': '-1', '27AU': '27AU', '078.BEY': '78.BEY', '15 INH': '15 INH', '8a': '8a', '050-X': '50-X', '156.1': '156.1', '1½': '1½', '#Alpha': 'Alpha', '∞': '∞', '1,000,000': '1000000', '1.MU': '1.MU', 'T-3': 'T-3' } // biome-ignore format: pairs
  for (const [printed, issue] of Object.entries(numbers)) {
    reads('comic', { [`Copper Lantern ${printed} (1997).cbz`]: { series: 'Copper Lantern', issue, year: '1997' } })
  }
})

test('measures, ordinals and covers are not numbers', () => {
  reads('comic', {
    'Copper Lantern 30 Cover B (2019).cbz': { series: 'Copper Lantern', issue: '30', year: '2019' },
    'Copper Lantern 30th Anniversary Special 001 (2020)': {
      series: 'Copper Lantern 30th Anniversary Special',
      issue: '1',
      year: '2020',
    },
    'Copper Lantern 002 (2013) 03 of 04 covers.cbz': { series: 'Copper Lantern', issue: '2', year: '2013' },
    'Copper Lantern 012 36p ctc (1981).cbr': { series: 'Copper Lantern', issue: '12', year: '1981' },
    'Copper Lantern 012 (2048px) (c2c).cbz': { series: 'Copper Lantern', issue: '12' },
  })
})

test('a range keeps both ends, a smaller second number is a part', () => {
  reads('comic', {
    'Copper Lantern 001-050 (2003-2008)': { series: 'Copper Lantern', issue: '1', issue_end: '50', year: '2003' },
    'Copper Lantern Vol. 3 #1 – 85 + Annuals (2016-2020)': {
      series: 'Copper Lantern',
      issue: '1',
      issue_end: '85',
      volume: '3',
      year: '2016',
      annual: false,
      also: ['annuals'],
    },
    'Copper Lantern (1-6) (2006-2007)': { series: 'Copper Lantern', issue: '1', issue_end: '6', year: '2006' },
    'Copper Lantern 112/113 (1946).cbz': { series: 'Copper Lantern', issue: '112', issue_end: '113', year: '1946' },
    'Copper Lantern 024-005': { series: 'Copper Lantern', issue: '24' },
    'Copper Lantern 001-066 Complete': {
      series: 'Copper Lantern',
      issue: '1',
      issue_end: '66',
      complete: true,
      title: '',
    },
  })
})

test('a volume alone is the number of the book, and missing values stay empty', () => {
  reads('comic', {
    'Copper Lantern v01 - Night Shift (2017).cbr': {
      series: 'Copper Lantern',
      volume: '1',
      title: 'Night Shift',
      year: '2017',
    },
    'Copper Lantern Book 03 (2020)': { series: 'Copper Lantern', volume: '3', year: '2020' },
    'Copper Lantern - T03 - Le Retour (2001)': {
      series: 'Copper Lantern',
      volume: '3',
      title: 'Le Retour',
      year: '2001',
    },
    'Copper Lantern, volume two #8 (September 1997)': {
      series: 'Copper Lantern',
      issue: '8',
      volume: '2',
      year: '1997',
    },
    'Copper Lantern Vol. III 007 (1999)': { series: 'Copper Lantern', issue: '7', volume: '3', year: '1999' },
    'Foo 50 v1.cbz': { series: 'Foo 50', volume: '1' },
    'World War V 003 (2024)': { series: 'World War V', issue: '3', year: '2024' },
    'Copper Lantern Book One (2014)': { series: 'Copper Lantern', volume: '1', year: '2014' },
  })
})

test('book types leave the name, editions stay in it', () => {
  reads('comic', {
    'Copper Lantern TPB (2014).cbz': { series: 'Copper Lantern', format: 'tpb', year: '2014' },
    'Copper Lantern Graphic Novel (2014).cbz': { series: 'Copper Lantern', format: 'gn', year: '2014' },
    'Copper Lantern Volume 2 Hard Cover.cbr': { series: 'Copper Lantern', volume: '2', format: 'hc' },
    'Copper Lantern Volume 2 [OS].cbr': { series: 'Copper Lantern', volume: '2', format: 'one-shot' },
    'Copper Lantern Deluxe Edition Vol. 2 (2015)': {
      series: 'Copper Lantern Deluxe Edition',
      volume: '2',
      format: 'deluxe edition',
      year: '2015',
    },
    'Copper Lantern Omnibus v02 (2018)': { series: 'Copper Lantern', volume: '2', format: 'omnibus', year: '2018' },
  })
})

test('annual is a flag, and its year is not part of the name', () => {
  reads('comic', {
    'Copper Lantern Annual 003 (2018)': { series: 'Copper Lantern Annual', issue: '3', annual: true, year: '2018' },
    'Copper Lantern v1 Annual #01 (1976)': {
      series: 'Copper Lantern Annual',
      issue: '1',
      volume: '1',
      annual: true,
      year: '1976',
    },
    'Copper Lantern (2016) Annual 003 (2018)': {
      series: 'Copper Lantern Annual',
      issue: '3',
      annual: true,
      year: '2018',
      run_year: '2016',
    },
    'Copper Lantern 2025 Annual #1 (2025)': {
      series: 'Copper Lantern Annual',
      issue: '1',
      annual: true,
      year: '2025',
      run_year: '',
    },
    'Copper Lantern 1997 Annual.cbz': { series: 'Copper Lantern Annual', annual: true, year: '1997' },
    'Copper Lantern (1996) Volume 3 + Annuals.zip': {
      series: 'Copper Lantern',
      volume: '3',
      annual: false,
      year: '1996',
    },
    'Copper Lantern Winter Special 2 (2018)': {
      series: 'Copper Lantern Winter Special',
      issue: '2',
      special: 'Special',
      year: '2018',
    },
  })
})

test('manga markers give chapter and volume', () => {
  reads('manga', {
    '[Moon] Blue Orchard - c165 (v19) [HQ].cbz': {
      series: 'Blue Orchard',
      issue: '165',
      volume: '19',
      scan_group: 'Moon',
    },
    'Blue Orchard - Vol.01 Ch.001 - First Snow (en) [Moon]': {
      series: 'Blue Orchard',
      issue: '1',
      volume: '1',
      title: 'First Snow',
      language: 'en',
      scan_group: 'Moon',
    },
    'Blue Orchard v01-14 (2021-2025) (Digital) (1r0n)': {
      series: 'Blue Orchard',
      volume: '1',
      volume_end: '14',
      year: '2021',
    },
    'Blue Orchard v1-v14': { series: 'Blue Orchard', volume: '1', volume_end: '14' },
    'Blue Orchard - c000 - c006 (v06)': { series: 'Blue Orchard', issue: '0', issue_end: '6', volume: '6' },
    'Blue_Orchard_Chapter11v2.zip': { series: 'Blue Orchard', issue: '11' },
    'Blue Orchard Ch.4.a: Rain': { series: 'Blue Orchard', issue: '4a' },
    'Blue Orchard 404.omakevol002': { series: 'Blue Orchard', issue: '404', special: 'omakevol' },
    'Blue Orchard S01 014 (digital).cbz': { series: 'Blue Orchard', issue: '14', season: '1' },
    '[Oshi no Me] c037 (2021) (Digital)': { series: 'Oshi no Me', issue: '37', year: '2021' },
    'Re:BOOT Chapter 3: Truth of Nil c020.cbz': { series: 'Re:BOOT Chapter 3: Truth of Nil', issue: '20' },
    'Blue Orchard SP2.cbz': { series: 'Blue Orchard', special: 'SP2' },
    'The 3rd Garden': { series: 'The 3rd Garden', issue: '3' },
  })
})

test('numbers in titles of manga stay there', () => {
  reads('manga', {
    'Kaiju Garden No. 8 v05 (2023)': { series: 'Kaiju Garden No. 8', volume: '5', year: '2023' },
    'Kaiju Garden No. 8 036 (2021)': { series: 'Kaiju Garden No. 8', issue: '36', year: '2021' },
    'Mob Orchard 100 v06 (2016)': { series: 'Mob Orchard 100', volume: '6', year: '2016' },
    '20th Century Orchards 008': { series: '20th Century Orchards', issue: '8' },
    'U9 (Under 9) Vol. 0001 Ch. 0001 - Scans (gb)': {
      series: 'U9',
      issue: '1',
      volume: '1',
      alt_series: 'U9 (Under 9)',
    },
    'Blue Orchard 2nd Season 012.cbz': { series: 'Blue Orchard 2nd Season', issue: '12' },
  })
})

test('counters of other scripts are read on either side', () => {
  reads('manga', {
    '青い庭 第3巻': { series: '青い庭', volume: '3' },
    '青い庭 第12話': { series: '青い庭', issue: '12' },
    '【Group】蓝色果园卷2第25话': { series: '蓝色果园', issue: '25', volume: '2' },
    '[作者] 銀の庭 第05-08巻.zip': { series: '銀の庭', volume: '5', volume_end: '8' },
    '푸른 정원 106화': { series: '푸른 정원', issue: '106' },
    '은빛 정원 2년 후 5권.zip': { series: '은빛 정원 2년 후', volume: '5' },
    'Синий сад Том 3 Глава 5': { series: 'Синий сад', issue: '5', volume: '3' },
    'Синий сад Том 1 2 Глава': { series: 'Синий сад', issue: '2', volume: '1' },
    'สวนเงิน เล่ม 1 ตอนที่ 3': { series: 'สวนเงิน', issue: '3', volume: '1' },
    '蓝色果园 第１２话': { series: '蓝色果园', issue: '12' },
  })
})

test('a leading number is dropped when another one exists, and is the number when none does', () => {
  reads('comic', {
    '04 - Petrus the Gaul (1964)': { series: 'Petrus the Gaul', issue: '4', year: '1964' },
    '023-Copper Lantern 404.cbz': { series: 'Copper Lantern', issue: '404' },
    '1. Copper Lantern #1 - 100 (1999)': { series: 'Copper Lantern', issue: '1', issue_end: '100', year: '1999' },
    'Issue 5 - Copper Lantern (1985-03-01)': { series: 'Copper Lantern', issue: '5', year: '1985' },
    '52.cbz': { series: '', issue: '52' },
    'Vol 3 - Dark Road.cbz': { series: '', volume: '3', title: 'Dark Road' },
  })
})

test('languages, ids and tags are read apart from the name', () => {
  reads('comic', {
    'Copper Lantern 050 (2018) [Español]': { series: 'Copper Lantern', issue: '50', year: '2018', language: 'es' },
    'Copper.Lantern.050.2018.FRENCH.Digital-NoTag': {
      series: 'Copper Lantern',
      issue: '50',
      year: '2018',
      language: 'fr',
      scan_group: 'NoTag',
    },
    'Copper Lantern 050 (2018) GERMAN': {
      series: 'Copper Lantern',
      issue: '50',
      year: '2018',
      language: 'de',
      title: '',
    },
    'The French Lantern (2021)': { series: 'The French Lantern', year: '2021', language: '' },
    'Copper Lantern 003 (2019) [__913302__]': { series: 'Copper Lantern', issue: '3', year: '2019', ids: ['913302'] },
    'Copper Lantern (1981) [cvid-12345] 012.cbr': {
      series: 'Copper Lantern',
      issue: '12',
      year: '1981',
      ids: ['cvid-12345'],
    },
    'Copper Lantern 003 Cover Only (2019)': {
      series: 'Copper Lantern',
      issue: '3',
      year: '2019',
      tags: ['covers only'],
    },
    'Copper Lantern 003 (2019) (digital-Empire)': {
      series: 'Copper Lantern',
      issue: '3',
      year: '2019',
      scan_group: 'Empire',
    },
  })
})

test('an open bracket ends where the next begins or at the end', () => {
  reads('comic', {
    'Iron Lantern 459 {1991-01-05].cbz': { series: 'Iron Lantern', issue: '459', year: '1991' },
    'author] Iron Lantern 012.cbz': { series: 'Iron Lantern', issue: '12' },
    'Iron Lantern 012 (2019 (digital).cbz': { series: 'Iron Lantern', issue: '12', year: '2019' },
    'Iron Lantern 012) (2019.cbz': { series: 'Iron Lantern', issue: '12', year: '2019' },
  })
})

test('the kind is recognized from the name when the caller does not know it', () => {
  const kindOf = (name: string) => readName(name, { year: YEAR }).kind
  for (const name of [
    'Blue Orchard c012.cbz',
    '青い庭 第3巻',
    '[Moon] Blue Orchard 12',
    'Blue Orchard v01 (2020) (Digital) (danke-Empire)',
    'Blue Orchard Chapter 3',
  ]) {
    expect(`${name}: ${kindOf(name)}`).toBe(`${name}: manga`)
  }
  for (const name of [
    'Copper Lantern 012 (2019) (Zone-Empire)',
    'Copper Lantern v2 #3',
    'Copper Lantern c2c',
    'Annual v2c6 (1964)',
  ]) {
    expect(`${name}: ${kindOf(name)}`).toBe(`${name}: comic`)
  }
})
