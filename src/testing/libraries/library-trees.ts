import type { ContentType } from '../../library/series/states'

/**
 * Library trees of other programs, with the expected result for each file. A path with `{001-006}` stands for several
 * files; `#` in an expected value is the number of the file, and `*` accepts any.
 */
export interface TreeRow {
  path: string
  /** Expected series name. Files of equal names are one series unless `run` differs. */
  series: string
  run?: string | number
  number: string
  kind: TreeKind
}

export type TreeKind =
  | 'issue'
  | 'annual'
  | 'special'
  | 'chapter'
  | 'volume'
  | 'One-Shot'
  | 'TPB'
  | 'HC'
  | 'GN'
  | 'Omnibus'
  /** Any result is accepted. */
  | 'any'

export interface LibraryTree {
  layout: string
  kind: ContentType
  rows: TreeRow[]
  /** Other files, by path. */
  beside?: Record<string, string>
}

export const row = (path: string, series: string, number: string, kind: TreeKind, run?: string | number): TreeRow => ({
  path,
  series,
  number,
  kind,
  run,
})

const seriesJson = (name: string, year: number, comicid: number, booktype = 'Print') =>
  JSON.stringify({ version: '1.0.2', metadata: { type: 'comicSeries', name, year, comicid, booktype } })

const cvinfo = (id: number) => `https://comicvine.gamespot.com/a-series/4050-${id}/`

const mylar: LibraryTree = {
  layout: 'Mylar3',
  kind: 'comic',
  rows: [
    row('Northgate/Silver Fleet (2015)/Silver Fleet {001-012} (2015).cbz', 'Silver Fleet', '#', 'issue', 2015),
    row('Northgate/Silver Fleet (2015)/Silver Fleet Annual {001-002} (2016).cbz', 'Silver Fleet', '#', 'annual', 2015),
    row('Northgate/Silver Fleet (2021)/Silver Fleet {001-004} (2021).cbz', 'Silver Fleet', '#', 'issue', 2021),
    row('Northgate/Area 10 (2010)/Area 10 (2010).cbz', 'Area 10', '', 'GN'),
    row('Northgate/Sector 9 (2012)/Sector 9 {001-005} (2012).cbz', 'Sector 9', '#', 'issue'),
    row('Kestrel Press/Wharf Rats (2018)/Wharf Rats {001-006} (2018).cbz', 'Wharf Rats', '#', 'issue'),
    row(
      'Kestrel Press/Wharf Rats Annual (2019)/Wharf Rats Annual {001-003} (2019).cbz',
      'Wharf Rats Annual',
      '#',
      'annual',
    ),
    row('Kestrel Press/Ember Lane (2017)/Ember Lane {001-006} (2017).cbz', 'Ember Lane', '#', 'issue', 'issues'),
    row('Kestrel Press/Ember Lane (2017) TPB/Ember Lane v{01-02} (2017).cbz', 'Ember Lane', '#', 'TPB', 'books'),
    row('Kestrel Press/The Quiet Engine (2020)/{001-004}.cbz', 'The Quiet Engine', '#', 'issue'),
    row('Kestrel Press/Lantern & Loom (2014)/Lantern and Loom {001-004} (2014).cbz', 'Lantern & Loom', '#', 'issue'),
    row('Kestrel Press/Moth House (2016)/{001-004} - A Tale of Moths.cbz', 'Moth House', '#', 'issue'),
    row(
      'Kestrel Press/Salt Road - Book of Tides (2019)/Salt Road - Book of Tides (2019).cbz',
      'Salt Road - Book of Tides',
      '',
      'TPB',
    ),
    row('Northgate/Grey Harbour (2013)/Grey Harbour {001-003} (2013).cbz', 'Grey Harbour', '#', 'issue'),
  ],
  beside: {
    'Northgate/Silver Fleet (2015)/series.json': seriesJson('Silver Fleet', 2015, 1001),
    'Northgate/Silver Fleet (2015)/cvinfo': cvinfo(1001),
    'Northgate/Silver Fleet (2021)/series.json': seriesJson('Silver Fleet', 2021, 1002),
    'Northgate/Area 10 (2010)/series.json': seriesJson('Area 10', 2010, 1003, 'GN'),
    'Northgate/Sector 9 (2012)/cvinfo': cvinfo(1004),
    'Kestrel Press/Wharf Rats (2018)/series.json': seriesJson('Wharf Rats', 2018, 1005),
    'Kestrel Press/Wharf Rats Annual (2019)/series.json': seriesJson('Wharf Rats Annual', 2019, 1006),
    'Kestrel Press/Ember Lane (2017)/series.json': seriesJson('Ember Lane', 2017, 1007),
    'Kestrel Press/Ember Lane (2017) TPB/series.json': seriesJson('Ember Lane', 2017, 1008, 'TPB'),
    'Kestrel Press/The Quiet Engine (2020)/series.json': seriesJson('The Quiet Engine', 2020, 1009),
    'Kestrel Press/Lantern & Loom (2014)/series.json': seriesJson('Lantern & Loom', 2014, 1010),
    'Kestrel Press/Moth House (2016)/series.json': seriesJson('Moth House', 2016, 1011),
    'Kestrel Press/Salt Road - Book of Tides (2019)/series.json': seriesJson(
      'Salt Road - Book of Tides',
      2019,
      1012,
      'TPB',
    ),
  },
}

const kapowarr: LibraryTree = {
  layout: 'Kapowarr',
  kind: 'comic',
  rows: [
    row(
      'Silver Fleet/Volume 01 (2015)/Silver Fleet (2015) Volume 01 Issue {001-006}.cbz',
      'Silver Fleet',
      '#',
      'issue',
      1,
    ),
    row(
      'Silver Fleet/Volume 02 (2021)/Silver Fleet (2021) Volume 02 Issue {001-004}.cbz',
      'Silver Fleet',
      '#',
      'issue',
      2,
    ),
    row('Copper Wren/Volume 01 (2018)/Copper Wren (2018) Volume 01 TPB.cbz', 'Copper Wren', '1', 'TPB'),
    row('Tin Parade/Volume 01 (2011)/Tin Parade (2011) Volume 01 Hard-Cover.cbz', 'Tin Parade', '1', 'HC'),
    row('Orchid Court/Volume 01 (2009)/Orchid Court (2009) Volume 01 One-Shot.cbz', 'Orchid Court', '*', 'One-Shot'),
    row('Bellwether/Volume 01 (2020)/Bellwether (2020) Volume 01 Omnibus.cbz', 'Bellwether', '1', 'Omnibus'),
    row('Bellwether/Volume 02 (2021)/Bellwether (2021) Volume 02 OS.cbz', 'Bellwether', '*', 'One-Shot', 'second'),
    row('Pine Hollow/Volume 01 (2016)/Pine Hollow (2016) Volume {01-05}.cbz', 'Pine Hollow', '#', 'volume'),
    row('Station 12/Volume 01 (2013)/Station 12 (2013) Volume 01 Issue {001-006}.cbz', 'Station 12', '#', 'issue'),
    row(
      '1984 - The Graphic Tale/Volume 01 (2021)/1984 - The Graphic Tale (2021) Volume 01 Issue {001-003}.cbz',
      '1984 - The Graphic Tale',
      '#',
      'issue',
    ),
    row('Rook and Rye/Volume 01 (2010)/Issue {001-006}.cbz', 'Rook and Rye', '#', 'issue'),
    row('Dust Choir/Volume 03 (2017)/Dust Choir (2017) Volume 03 Issue {010-014}.5.cbz', 'Dust Choir', '#.5', 'issue'),
    row(
      'Vesper Mill/Volume 01 (2022)/Vesper Mill (2022) Volume 01 Issue {001-004} - The Long Wheel (2022-03-02).cbz',
      'Vesper Mill',
      '#',
      'issue',
    ),
  ],
}

const komga: LibraryTree = {
  layout: 'Komga',
  kind: 'comic',
  rows: [
    row('Lark Ascending (2019)/Lark Ascending {001-006} (2019).cbz', 'Lark Ascending', '#', 'issue'),
    row('Night Ferry/Night Ferry #{1-6}.cbz', 'Night Ferry', '#', 'issue'),
    row('Night Ferry/Specials/Night Ferry Special {1-2}.cbz', 'Night Ferry', '*', 'special'),
    row('Hollow Reed/{1-6}.cbz', 'Hollow Reed', '#', 'issue'),
    row('Hollow Reed II/{1-3}.cbz', 'Hollow Reed II', '#', 'issue'),
    row('Route 66/Route 66 - {01-04}.cbz', 'Route 66', '#', 'issue'),
    row('100 Lanterns/100 Lanterns {001-004}.cbz', '100 Lanterns', '#', 'issue'),
    row('_oneshots/Glass Harbor (2019).cbz', 'Glass Harbor', '', 'One-Shot'),
    row('_oneshots/Kettle and Crow.cbz', 'Kettle and Crow', '', 'One-Shot'),
    row('_oneshots/Wolf at the Well (2011) (digital).cbz', 'Wolf at the Well', '', 'One-Shot'),
    row('_oneshots/Seven Winters.cbz', 'Seven Winters', '', 'One-Shot'),
    row('_oneshots/Gate 12.cbz', 'Gate 12', '', 'One-Shot'),
    row('_oneshots/The Last Tram (1998).cbz', 'The Last Tram', '', 'One-Shot'),
    row('Paper Sea (2020)/Paper Sea One-Shot (2020).cbz', 'Paper Sea', '', 'One-Shot'),
    row('Clay Court Omnibus/Clay Court Omnibus v{01-03}.cbz', 'Clay Court', '#', 'Omnibus'),
    row('Fern Valley (2014)/Fern Valley - {01-05} - The River.cbz', 'Fern Valley', '#', 'issue'),
    row('Marsh Lights (2006)/Marsh Lights {001-006} (2006) (digital).cbz', 'Marsh Lights', '#', 'issue'),
    row('Tall Ships/{01-06} - Tall Ships.cbz', 'Tall Ships', '#', 'issue'),
  ],
}

const kavitaComics: LibraryTree = {
  layout: 'Kavita, comics',
  kind: 'comic',
  rows: [
    row('Amber Coast/Amber Coast #{001-006}.cbz', 'Amber Coast', '#', 'issue'),
    row('Amber Coast/Specials/Amber Coast - Sketchbook SP{01-02}.cbz', 'Amber Coast', '*', 'special'),
    row('Amber Coast/Amber Coast Annual {1-2}.cbz', 'Amber Coast', '#', 'annual'),
    row('Stone Orchard (2008)/Stone Orchard TPB {01-03}.cbz', 'Stone Orchard', '#', 'TPB'),
    row('Mercy Bay/Mercy Bay V1/Mercy Bay {001-004}.cbz', 'Mercy Bay', '#', 'issue'),
    row('Blue Meridian/Blue Meridian (2012)/Blue Meridian {001-004} (2012).cbz', 'Blue Meridian', '#', 'issue'),
    row('Crown 2/Crown 2 {001-004}.cbz', 'Crown 2', '#', 'issue'),
    row('Silent Keys/Silent Keys Vol 1 (2015)/Silent Keys {001-006} (2015).cbz', 'Silent Keys', '#', 'issue', 1),
    row('Silent Keys/Silent Keys Vol 2 (2019)/Silent Keys {001-006} (2019).cbz', 'Silent Keys', '#', 'issue', 2),
    row('Long Barrow/Long Barrow {001-010} (2011) (digital).cbz', 'Long Barrow', '#', 'issue'),
    row('Hawk & Hare/Hawk & Hare {001-004}.cbz', 'Hawk & Hare', '#', 'issue'),
  ],
}

const kavitaManga: LibraryTree = {
  layout: 'Kavita, manga',
  kind: 'manga',
  rows: [
    row('Blue Orchard/Blue Orchard v{01-06}.cbz', 'Blue Orchard', '#', 'volume'),
    row('Blue Orchard/Specials/Blue Orchard - Art Book SP01.cbz', 'Blue Orchard', '*', 'special'),
    row('Blue Orchard/Specials/Official Fan Book SP02.cbz', 'Blue Orchard', '*', 'special'),
    row('Blue Orchard/Specials/Omake.cbz', 'Blue Orchard', '*', 'special'),
    row('Blue Orchard/Blue Orchard SP03.cbz', 'Blue Orchard', '*', 'special'),
    row('Gull Street/Vol 1/Gull Street Ch. {001-005}.cbz', 'Gull Street', '#', 'chapter'),
    row('Gull Street/Vol 2/Gull Street Ch. {006-010}.cbz', 'Gull Street', '#', 'chapter'),
    row('Tea for Foxes/Vol 1/Ch {001-005}.cbz', 'Tea for Foxes', '#', 'chapter'),
    row('Tea for Foxes/Vol 2/Ch {006-010}.cbz', 'Tea for Foxes', '#', 'chapter'),
    row('Loose Leaves/Loose Leaves c{001-008}.cbz', 'Loose Leaves', '#', 'chapter'),
    row('Loose Leaves/Loose Leaves - Special {1-2}.cbz', 'Loose Leaves', '*', 'special'),
    row('No. 6/No. 6 v{01-09}.cbz', 'No. 6', '#', 'volume'),
    row('No. 9/Vol. {01-04}.cbz', 'No. 9', '#', 'volume'),
    row('86 - Eighty-Six/86 - Eighty-Six v{01-03}.cbz', '86 - Eighty-Six', '#', 'volume'),
    row('Room 101/Room 101 v{01-04}.cbz', 'Room 101', '#', 'volume'),
    row('Room 101/Room 101 Art Book.cbz', 'Room 101', '*', 'special'),
    row('Summit 8/Summit 8 Ch.{001-006}.cbz', 'Summit 8', '#', 'chapter'),
    row('Kite Season/Volume {01-06}.cbz', 'Kite Season', '#', 'volume'),
    row('Kite Season/Art Books/Kite Season Illustrations.cbz', 'Kite Season', '*', 'special'),
    row('Kite Season/Kite Season Fan Book.cbz', 'Kite Season', '*', 'special'),
    row('Winter Bells/{001-006}.cbz', 'Winter Bells', '#', 'chapter'),
    row('Ghost Post/Ghost Post Vol.01 Ch.{001-008}.cbz', 'Ghost Post', '#', 'chapter'),
    row('Agent No. 3/Agent No. 3 v{01-05}.cbz', 'Agent No. 3', '#', 'volume'),
    row('Agent No. 3/Agent No. 3 Side Story - Rain.cbz', 'Agent No. 3', '*', 'special'),
    row(
      'Harvest Moon High/[Moon Pier] Harvest Moon High - c{001-008} (v01) [Moon Pier].cbz',
      'Harvest Moon High',
      '#',
      'chapter',
    ),
    row('Iron Petal/{01-05} - The Gate.cbz', 'Iron Petal', '#', 'chapter'),
    row('Area 51/Area 51 v{01-04} (2020) (Digital) (Stick).cbz', 'Area 51', '#', 'volume'),
  ],
}

const mihon: LibraryTree = {
  layout: 'Mihon',
  kind: 'manga',
  rows: [
    row(
      'downloads/InkDex (EN)/Glass Tide/Moon Pier Scans_Vol.1 Ch.{1-8} - The Door_8c4077.cbz',
      'Glass Tide',
      '#',
      'chapter',
    ),
    row('downloads/InkDex (EN)/Copper Moon/Moon Pier Scans_Chapter {1-8}_a1b2c3.cbz', 'Copper Moon', '#', 'chapter'),
    row('downloads/InkDex (EN)/Paper Wolves/Moon Pier Scans_Ch.{1-6}_0e1204.cbz', 'Paper Wolves', '#', 'chapter'),
    row(
      'downloads/InkDex (EN)/Paper Wolves/Moon Pier Scans_Ch.{7-8}.5 - Interlude_0e1204.cbz',
      'Paper Wolves',
      '#.5',
      'chapter',
    ),
    row('downloads/PageHub (EN)/Tin Saints/Chapter {1-8}.cbz', 'Tin Saints', '#', 'chapter'),
    row('downloads/PageHub (EN)/Tin Saints/Chapter {9-12}_5f0d21.cbz', 'Tin Saints', '#', 'chapter'),
    row('downloads/PageHub (EN)/7 Rivers/Chapter {1-6} - Upstream_77ab10.cbz', '7 Rivers', '#', 'chapter'),
    row('downloads/PageHub (EN)/Level 99 Baker/Team 77_Chapter {1-6}_123456.cbz', 'Level 99 Baker', '#', 'chapter'),
    row('downloads/PageHub (EN)/Red Umbrella/Nightly_Tea_Episode {1-6}_deadbe.cbz', 'Red Umbrella', '#', 'chapter'),
    row(
      'downloads/PageHub (EN)/Red Umbrella/Nightly_Tea_Special Episode {1-2}_deadbf.cbz',
      'Red Umbrella',
      '*',
      'special',
    ),
    row(
      'downloads/InkDex (ES)/Casa de Papel Azul/Grupo Sol_Capítulo {1-6}_9a8b7c.cbz',
      'Casa de Papel Azul',
      '#',
      'chapter',
    ),
    row('downloads/InkDex (EN)/Beast No. 8/Ivory_Chapter {1-5}_01ab23.cbz', 'Beast No. 8', '#', 'chapter'),
    row('downloads/InkDex (EN)/Beast No. 8/[Moon Pier] Chapter {6-8}.cbz', 'Beast No. 8', '#', 'chapter'),
    row('downloads/InkDex (EN)/Fox Bakery/Ivory_The Last Loaf_01ab24.cbz', 'Fox Bakery', '*', 'chapter'),
    row('downloads/InkDex (EN)/Old Bridge/Moon Pier Scans_Oneshot_cafe01.cbz', 'Old Bridge', '*', 'One-Shot'),
    row('downloads/InkDex (EN)/Winter Ferry/Season 1 Episode {1-4}_51aa10.cbz', 'Winter Ferry', '#', 'chapter'),
    row('downloads/InkDex (EN)/Snow Clock/Ivory_Vol.2 Ch.{11-16}_6789ab.cbz', 'Snow Clock', '#', 'chapter'),
    row(
      'downloads/InkDex (EN)/Lantern Girl_ Reprise/Ivory_Ch.{1-5} - Part 2_abcdef.cbz',
      'Lantern Girl_ Reprise',
      '#',
      'chapter',
    ),
  ],
}

export const LIBRARY_TREES: LibraryTree[] = [mylar, kapowarr, komga, kavitaComics, kavitaManga, mihon]

/** One file of a tree with its expected values. */
export interface TreeFile extends TreeRow {
  layout: string
}

export function filesOfTree({ layout, rows }: LibraryTree): TreeFile[] {
  return rows.flatMap((each) => {
    const [, first = '', last = ''] = /\{(\d+)-(\d+)\}/.exec(each.path) ?? []
    if (first === '') return [{ ...each, layout }]
    return Array.from({ length: Number(last) - Number(first) + 1 }, (_, at) => {
      const digits = String(Number(first) + at)
      const path = each.path.replace(/\{\d+-\d+\}/g, digits.padStart(first.length, '0'))
      return { ...each, layout, path, number: each.number.replace('#', digits) }
    })
  })
}
