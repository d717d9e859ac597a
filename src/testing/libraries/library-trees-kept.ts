import { type LibraryTree, row } from './library-trees'

/** Folder trees of people and other programs: by job, by letter, by author, by language, by reading order. */

const jobs: LibraryTree = {
  layout: 'a folder for each comic',
  kind: 'comic',
  rows: [
    row('Iron Wren {001-004} (2018)/Iron Wren {001-004} (2018).cbz', 'Iron Wren', '#', 'issue'),
    row('Iron Wren {005-008} (2019)/Iron Wren {005-008} (2019).cbz', 'Iron Wren', '#', 'issue'),
    row('Iron Wren {009-010} (2020)/Iron Wren {009-010} (2020).cbz', 'Iron Wren', '#', 'issue'),
    row('Salt Choir v01 (2019) (Digital)/Salt Choir v01 (2019) (Digital).cbz', 'Salt Choir', '1', 'volume'),
    row('Salt Choir v02 (2020) (Digital)/Salt Choir v02 (2020) (Digital).cbz', 'Salt Choir', '2', 'volume'),
    row('Salt Choir v03 (2022) (Digital)/Salt Choir v03 (2022) (Digital).cbz', 'Salt Choir', '3', 'volume'),
    row(
      'Moth House - The Long Winter (2016) (GN)/Moth House - The Long Winter (2016) (GN).cbz',
      'Moth House - The Long Winter',
      '',
      'GN',
    ),
    row(
      'The.Quiet.Engine.{003-005}.2020.Digital.Group/the.quiet.engine.{003-005}.2020.digital.cbz',
      'The Quiet Engine',
      '#',
      'issue',
    ),
    row('Glass Harbor #{001-002} (2021)/glass-harbor-{001-002}.cbz', 'Glass Harbor', '#', 'issue'),
    row('Glass Harbor #{003-003} (2022)/glass-harbor-{003-003}.cbz', 'Glass Harbor', '#', 'issue'),
    row('Copper Vale {004-006} (2015) (Digital)/8f3a{004-006}c2.cbz', 'Copper Vale', '#', 'issue'),
    row('Tall Orchard - T{01-03} - The Gate/Tall Orchard - T{01-03} - The Gate.cbz', 'Tall Orchard', '#', 'volume'),
  ],
}

const mangaJobs: LibraryTree = {
  layout: 'a folder for each volume',
  kind: 'manga',
  rows: [
    row(
      'Fox Bakery v{01-03} (2019) (Digital) (danke-Empire)/Fox Bakery v{01-03} (2019) (Digital) (danke-Empire).cbz',
      'Fox Bakery',
      '#',
      'volume',
    ),
    row(
      'Fox Bakery v{04-06} (2021) (Digital) (danke-Empire)/Fox Bakery v{04-06} (2021) (Digital) (danke-Empire).cbz',
      'Fox Bakery',
      '#',
      'volume',
    ),
    row(
      '[Moon Pier] Night Kitchen c{001-003}/[Moon Pier] Night Kitchen c{001-003}.cbz',
      'Night Kitchen',
      '#',
      'chapter',
    ),
    row('Kite Season Vol. {1-2} (2014)/Kite Season Vol. {1-2}.cbz', 'Kite Season', '#', 'volume'),
    row('Kite Season Vol. {3-4} (2016)/Kite Season Vol. {3-4}.cbz', 'Kite Season', '#', 'volume'),
  ],
}

const restarts: LibraryTree = {
  layout: 'chapters that restart in each volume',
  kind: 'manga',
  rows: [
    row('Sugar Tide/Sugar Tide v01 c{001-004}.cbz', 'Sugar Tide', '#', 'chapter'),
    row('Sugar Tide/Sugar Tide v02 c{001-004}.cbz', 'Sugar Tide', 'V2 #', 'chapter'),
    row('Tin Saints/Vol.1 Ch.{1-3}.cbz', 'Tin Saints', '#', 'chapter'),
    row('Tin Saints/Vol.2 Ch.{1-3}.cbz', 'Tin Saints', 'V2 #', 'chapter'),
    row('Paper Wolves/Volume 01/Chapter {001-003}.cbz', 'Paper Wolves', '#', 'chapter'),
    row('Paper Wolves/Volume 02/Chapter {001-003}.cbz', 'Paper Wolves', 'V2 #', 'chapter'),
    row('20th_Harbor_Boys_v01[Moon Pier]/20hb_v01_c{01-03}.cbz', '20th Harbor Boys', '#', 'chapter'),
    row('20th_Harbor_Boys_v02[Moon Pier]/20hb_v02_c{04-06}.cbz', '20th Harbor Boys', '#', 'chapter'),
    row('Kaizen/01. Part 1 - Tobaku/Volume {1-3}.cbz', 'Kaizen', '#', 'volume'),
    row('Kaizen/02. Part 2 - Hakai/Volume {1-3}.cbz', 'Kaizen', 'P2 #', 'volume'),
    row('Bell World/Manga ENG/Bell World v{01-03}.cbz', 'Bell World', '#', 'volume'),
    row('Accord/Manga ENG/Volume {1-3}.cbz', 'Accord', '#', 'volume'),
  ],
}

const editions: LibraryTree = {
  layout: 'editions and languages',
  kind: 'manga',
  rows: [
    row('Wave Rider/Wave Rider v{01-03}.cbz', 'Wave Rider', '#', 'volume'),
    row('Wave Rider (Color)/Wave Rider (Color) v{01-03}.cbz', 'Wave Rider (Color)', '#', 'volume'),
    row('EN/Crow Tower v{01-03} (en).cbz', 'Crow Tower', '#', 'volume', 'en'),
    row('FR/Crow Tower T{01-03} (FR).cbz', 'Crow Tower', '#', 'volume', 'fr'),
    row('English/Pine Song/Pine Song v{01-03}.cbz', 'Pine Song', '#', 'volume', 'en'),
    row('Deutsch/Pine Song/Pine Song Band {01-03}.cbz', 'Pine Song', '#', 'volume', 'de'),
    row('Berg/Berg v{01-04}.cbz', 'Berg', '#', 'volume'),
    row('Berg Deluxe Edition/Berg Deluxe Edition v{01-02}.cbz', 'Berg Deluxe Edition', '#', 'volume'),
  ],
}

const words: LibraryTree = {
  layout: 'words for numbers, manga',
  kind: 'manga',
  rows: [
    row('Bramble/Chapter {001-006}.cbz', 'Bramble', '#', 'chapter'),
    row('Bramble/Prologue 1.cbz', 'Bramble', '*', 'any'),
    row('Bramble/Side Story {1-2}.cbz', 'Bramble', '*', 'any'),
    row('Bramble/Epilogue.cbz', 'Bramble', '*', 'any'),
    row('Bramble/Afterword.cbz', 'Bramble', '*', 'any'),
    row('Bramble/Q&A.cbz', 'Bramble', '*', 'any'),
    row('Bramble/番外篇.cbz', 'Bramble', '*', 'any'),
    row('Bramble/番外編 2.cbz', 'Bramble', '*', 'any'),
    row('Lotus/上巻.cbz', 'Lotus', '*', 'any'),
    row('Lotus/下巻.cbz', 'Lotus', '*', 'any'),
    row('Thistle/Chapter {008-009}.cbz', 'Thistle', '#', 'chapter'),
    row('Thistle/Chapter 010 - Special Guest.cbz', 'Thistle', '10', 'chapter'),
    row('Thistle/Chapter 011.5 - Extra.cbz', 'Thistle', '11.5', 'chapter'),
    row('Thistle/Ch.2 - Special Training.cbz', 'Thistle', '2', 'chapter'),
    row('Tower Cat/0001_[Season 1] Ep. 1.cbz', 'Tower Cat', '1', 'chapter'),
    row('Tower Cat/0002_[Season 1] Ep. 2.cbz', 'Tower Cat', '2', 'chapter'),
    row('Tower Cat/0003_[Season 1] Ep. 3.cbz', 'Tower Cat', '3', 'chapter'),
    row('Level Up/#{01-05} - Part {01-05}.cbz', 'Level Up', '#', 'chapter'),
    row('bone9/bone{09-12}_scan_by_kilroy.cbz', 'bone', '#', 'any'),
  ],
}

const albums: LibraryTree = {
  layout: 'words for numbers, albums',
  kind: 'comic',
  rows: [
    row('Thorvald/Thorvald - T{01-05} - Le Sang.cbz', 'Thorvald', '#', 'volume'),
    row('Thorvald/Thorvald - HS {1-2}.cbz', 'Thorvald', '*', 'any'),
    row('Thorvald/Hors-série 3.cbz', 'Thorvald', '*', 'any'),
    row('Thorvald/Thorvald - Intégrale {1-2}.cbz', 'Thorvald', '*', 'any'),
    row('Graf Wolf/Graf Wolf Band {01-04}.cbz', 'Graf Wolf', '#', 'volume'),
    row('Graf Wolf/Sonderband 1.cbz', 'Graf Wolf', '*', 'any'),
    row('Graf Wolf/Gesamtausgabe 1.cbz', 'Graf Wolf', '*', 'any'),
    row('Star Garden/#{001-005} - The Title.cbz', 'Star Garden', '#', 'issue'),
    row('Dreadhook/37 Dreadhook (First Comics) 25 USA.cbr', 'Dreadhook', '25', 'issue'),
    row('Dreadhook/38 Dreadhook (First Comics) 26 USA.cbr', 'Dreadhook', '26', 'issue'),
    row('Dreadhook/39 Dreadhook (First Comics) 27 USA.cbr', 'Dreadhook', '27', 'issue'),
    row('Dreadhook/40 Dreadhook (First Comics) 28 USA.cbr', 'Dreadhook', '28', 'issue'),
    row('Endless Gauntlet (1991)/01 - Thorn Quest 001 (1990).cbz', 'Thorn Quest', '1', 'issue'),
    row('Endless Gauntlet (1991)/02 - Thorn Quest 002 (1990).cbz', 'Thorn Quest', '2', 'issue'),
    row('Endless Gauntlet (1991)/03 - Endless Gauntlet 001 (1991).cbz', 'Endless Gauntlet', '1', 'issue'),
    row('Endless Gauntlet (1991)/04 - Endless Gauntlet 002 (1991).cbz', 'Endless Gauntlet', '2', 'issue'),
    row('Endless Gauntlet (1991)/05 - Silver Skier 050 (1991).cbz', 'Silver Skier', '50', 'issue'),
  ],
}

const shelves: LibraryTree = {
  layout: 'publishers, letters and decades',
  kind: 'comic',
  rows: [
    row('DC Comics/Harbor Man/Harbor Man (2016)/Harbor Man {001-004} (2016).cbz', 'Harbor Man', '#', 'issue', 2016),
    row(
      'DC Comics/Harbor Man/Harbor Man (2016)/Annuals/Harbor Man Annual {001-002} (2017).cbz',
      'Harbor Man',
      '#',
      'annual',
      2016,
    ),
    row('DC Comics/Harbor Man/Harbor Man (2011)/Harbor Man {001-004} (2011).cbz', 'Harbor Man', '#', 'issue', 2011),
    row('B/Batwing Lane (2011)/Batwing Lane {001-003} (2011).cbz', 'Batwing Lane', '#', 'issue'),
    row('0-9/100 Kettles/100 Kettles {001-003}.cbz', '100 Kettles', '#', 'issue'),
    row('1990s/Grey Canal/Grey Canal {01-03}.cbz', 'Grey Canal', '#', 'issue'),
    row('Golden Age (1938-1956)/Captain Comet/Captain Comet {001-003} (1941).cbz', 'Captain Comet', '#', 'issue'),
    row('Complete/Fleet Street/Fleet Street {001-003}.cbz', 'Fleet Street', '#', 'issue'),
    row('Ongoing/Blue Mile/{001-003}.cbz', 'Blue Mile', '#', 'issue'),
    row('Completed/Red Mile (2012)/Red Mile {001-003} (2012).cbz', 'Red Mile', '#', 'issue'),
    row('To Read/Low Bridge/{01-03}.cbz', 'Low Bridge', '#', 'issue'),
    row('Weekly Comet/1987/Weekly Comet {001-003} (1987).cbz', 'Weekly Comet', '#', 'issue'),
    row('Weekly Comet/1988/Weekly Comet {004-006} (1988).cbz', 'Weekly Comet', '#', 'issue'),
    row('Mill Lane (2014)/TPBs/Mill Lane v{01-02} - The Wheel (2015) (TPB).cbz', 'Mill Lane', '#', 'volume'),
    row('Mill Lane (2014)/Mill Lane {001-003} (2014).cbz', 'Mill Lane', '#', 'issue'),
    row(
      'Northgate/Silver Spoon (2015)/Silver Spoon Vol.2015 #{001-003} (March, 2015).cbz',
      'Silver Spoon',
      '#',
      'issue',
    ),
    row('Cobalt (2019-2021) (Digital)/Cobalt (2019-2021) #{1-3} (of 5) - Part One.cbz', 'Cobalt', '#', 'issue'),
    row('Vela, Enzo/La Foire/La Foire - Tome {1-3} - Le Port.cbz', 'La Foire', '#', 'volume'),
    row('Auteurs/Moreau/Arzan/Arzan T{01-02}.cbz', 'Arzan', '#', 'volume'),
    row('Lustiges Wochenblatt/LW {001-003} - Der Falter.cbz', 'Lustiges Wochenblatt', '#', 'issue'),
    row('Jane Doe/Glass Bell_ A Tale (12)/Glass Bell_ A Tale - Jane Doe.epub', 'Glass Bell: A Tale', '', 'issue'),
    row('Events/Secret Tides (2015)/01 - Secret Tides {001-002} (2015).cbz', 'Secret Tides', '#', 'issue'),
    row('Graphic Novels/Kettle and Crow (2019).cbz', 'Kettle and Crow', '', 'GN'),
    row('Graphic Novels/Seven Summers (2011).cbz', 'Seven Summers', '', 'GN'),
  ],
}

const readers: LibraryTree = {
  layout: 'programs that save chapters',
  kind: 'manga',
  rows: [
    row('MangaDex/Blue Orchid/Vol.01 Ch.{0001-0004} - The Gate (en) [Moon Pier].cbz', 'Blue Orchid', '#', 'chapter'),
    row('Red_Orchid/[{0001-0004}]_Chapter_{0001-0004}.cbz', 'Red Orchid', '#', 'chapter'),
    row('mangas/PageHub (EN)/Tin Moon/Moon Pier_Vol.1 Ch.{1-4} - The Door.cbz', 'Tin Moon', '#', 'chapter'),
    row('Grey Fox/Grey Fox Ch.{001-004}.cbz', 'Grey Fox', '#', 'chapter'),
    row('Low Tide/Vol. 01 Chapter {001-003}.cbz', 'Low Tide', '#', 'chapter'),
    row('inkdex/Wind Mill/c{001-004} - The Gate [en].cbz', 'Wind Mill', '#', 'chapter'),
    row('Tower Dog/Season 1/Episode {1-3}.cbz', 'Tower Dog', '#', 'chapter'),
    row('Tower Dog/Season 2/Episode {1-3}.cbz', 'Tower Dog', 'S2 #', 'chapter'),
    row(
      'Akira Tori/Dragon Hill, Vol. {1-3} ({1-3})/Dragon Hill, Vol. {1-3} - Akira Tori.cbz',
      'Dragon Hill',
      '#',
      'volume',
    ),
    row('Manga/Seinen/Ghost Line/Ghost Line v{01-03}.cbz', 'Ghost Line', '#', 'volume'),
    row('K/Kite Town/Kite Town v{01-03} (2019) (Digital).cbz', 'Kite Town', '#', 'volume'),
    row('Completed/Stone Tea/Volume {01-03}.cbz', 'Stone Tea', '#', 'volume'),
    row('Rose Clock/Rose Clock - Chapters/Rose Clock c{010-012}.cbz', 'Rose Clock', '#', 'chapter'),
    row('Rose Clock/Rose Clock - Volumes/Rose Clock v{01-03}.cbz', 'Rose Clock', '#', 'volume'),
    row('Wolf Inn/Volumes/{01-03}.cbz', 'Wolf Inn', '#', 'volume'),
    row('Wolf Inn/Chapters/{021-023}.cbz', 'Wolf Inn', '#', 'chapter'),
    row('Moon Yard/Moon Yard v01/Moon Yard v01 c{001-003}.cbz', 'Moon Yard', '#', 'chapter'),
    row('Moon Yard/Moon Yard v02/Moon Yard v02 c{004-006}.cbz', 'Moon Yard', '#', 'chapter'),
  ],
}

export const KEPT_TREES: LibraryTree[] = [jobs, mangaJobs, restarts, editions, words, albums, shelves, readers]
