import { checkSpellings } from '../../../testing/indexers/spellings'

checkSpellings(
  'a one-shot with its position in a reading order',
  {
    kind: 'comic',
    series: 'Copper Lantern Super Special',
    year: 2015,
    issue: '1',
    booktype: 'one-shot',
    issue_count: 1,
  },
  {
    accepted: `
    018. Copper Lantern Super Special.zip
    18. Copper Lantern Super Special.cbz
    7. Copper Lantern Super Special (2015)
    018.Copper Lantern Super Special.zip
    018 - Copper Lantern Super Special (2015).cbz
    018. Copper Lantern Super Special 001 (2015).cbz
    018. Copper Lantern - Super Special #1.cbz
    Copper Lantern Super Special (2015)
    `,
    refused: `
    018. Copper Lantern.zip
    018. Copper Lantern Special.zip
    018. Copper Lantern Super Special 002.zip
    018. Copper Lantern Super Special - Script.zip
    018. Copper Lantern Super Special (1999).zip
    018. The Copper Lantern Super Special Annual.zip
    `,
  },
)

checkSpellings(
  'an issue whose number is also a position',
  { kind: 'comic', series: 'Copper Lantern', year: 2015, issue: '18', issue_date: '2016-11-15', allow_packs: true },
  {
    accepted: `
    041. Copper Lantern 18 - Low Tide Prologue.zip
    41. Copper Lantern 018 (2016).cbz
    11.Copper Lantern 18 - Low Tide.cbz
    04. Copper Lantern 17-20 - Low Tide part 2.zip
    04.Copper Lantern 13-18 - Low Tide.zip
    004. Copper Lantern 16.1 + 18-21 - Low Tide.zip
    004. Copper Lantern 12-14 + 18-21.zip
    004. Copper Lantern 13-18 + Annual 01.zip
    004. Copper Lantern 13-18 + Harbor Watch 3.zip
    `,
    refused: `
    018. Copper Lantern 12 - Low Tide.zip
    018. Copper Lantern 12-17 - Low Tide.zip
    18.Copper Lantern 12-17 - Low Tide.zip
    018. Copper Lantern Annual 01.zip
    018. Copper Lantern Super Special.zip
    018. Copper Lantern Special - Low Tide.zip
    018. Copper Lantern v02 - Low Tide.zip
    018. Copper Lantern v18 - Low Tide.zip
    004. Copper Lantern 16.1 + 19-22 - Low Tide.zip
    004. Copper Lantern 17 + 19-22.zip
    004. Harbor Watch 01-04 + Copper Lantern 12.zip
    004. Copper Lantern - Harbor 13-18.zip
    004. Ultimate Copper Lantern 13-18.zip
    004. Copper Lantern Season 2 13-18.zip
    004. Copper Lanterns 13-18.zip
    004. Copper Lantern '18.zip
    004. Copper Lantern - X 18 01-06.zip
    050. Copper Lantern 12-18 Back-up - Low Tide.zip
    Copper Lantern 018 (Backup Stories) (2016).cbz
    Copper Lantern 018 (Back-ups).cbz
    Copper Lantern 018 Backups.cbz
    Copper Lantern 018 - Backup.cbz
    `,
  },
)

checkSpellings(
  'a book with its position in a reading order',
  { kind: 'comic', series: 'Copper Lantern', year: 2015, issue: '6', issue_date: '2018-05-01', booktype: 'tpb' },
  {
    accepted: `
    13. Copper Lantern v06 - Low Tide.zip
    13. Copper Lantern v06 - Low Tide - Part 2.zip
    13. Copper Lantern v06 - Low Tide Part 2.zip
    13. Copper Lantern v06 - Season 2.zip
    13.Copper Lantern v06 - Low Tide.zip
    13. Copper Lantern v2 v06 - Low Tide.zip
    Copper Lantern v2 v06.cbz
    Copper Lantern - Book 06.zip
    Copper Lantern v06 - 31-36.zip
    `,
    refused: `
    06. Copper Lantern v05 - Low Tide.zip
    06. Copper Lantern v05 - Low Tide Part 6.zip
    13. The Copper Lantern Sourcebook v06 - Low Tide.zip
    13. Copper Lantern - Harbor v06 - Low Tide.zip
    13. Wrath of the Copper Lantern v06 - Low Tide.zip
    13. Copper Lantern v6 v02.zip
    13. Copper Lantern 06.zip
    13. Copper Lantern v02 - Low Tide 01-06.zip
    `,
  },
)

checkSpellings(
  'a book of a numbered run',
  { kind: 'comic', series: 'Copper Lantern', year: 2015, issue: '6', booktype: 'tpb', volume: 1 },
  { accepted: 'Copper Lantern v1 v06.cbz', refused: 'Copper Lantern v2 v06.cbz' },
)

checkSpellings(
  'a series with a sign that files drop',
  { kind: 'comic', series: 'Copper: X+66', year: 2015, issue: '3', allow_packs: true },
  {
    accepted: `
    08. Copper - X 66 01-06.zip
    Copper X+66 003 (2015).cbz
    Copper - X+66 003 (2015).cbz
    Copper X 66 003 (2015).cbz
    Copper - X + 66 #3
    `,
    refused: `
    Copper 003 (2015).cbz
    Copper - X 003 (2015).cbz
    Copper - X 66 004.cbz
    Copper X 67 003.cbz
    08. Copper - X 01-06.zip
    `,
  },
)

checkSpellings(
  'an issue in a post',
  { kind: 'comic', series: 'Copper Lantern', year: 2015, issue: '7', issue_date: '2016-01-15' },
  {
    accepted: `
    "Copper.Lantern.No.07.2016.HYBRID.COMIC"
    "55 Copper Lantern 007 (2016) (Digital) (ABC-Empire)"
    [1/5] - "11.Copper Lantern 007 (2016).cbz" yEnc (1/30)
    [ENGLISH] "Copper Lantern 007 (2016).cbz" yEnc
    "Copper Lantern 007 (2016).cbz" (Digital) yEnc (1/30)
    Copper Lantern 007 (2016) GetComics.INFO.cbr
    Copper Lantern 007 (2016) (GetComics.org)
    Copper.Lantern.007.2016.GetComics.INFO
    `,
    refused: `
    [FRENCH] "Copper Lantern 007 (2016).cbz" yEnc
    "Copper Lantern 007 (2016).cbz" [German] yEnc (1/30)
    New Releases "Copper Lantern 007 (2016).cbz" [FRENCH]
    Copper Lantern 007 French GetComics.INFO.cbr
    Copper Lantern 007 (2 STORIES ONLY) (2016).cbz
    COPPER LANTERN 007 (INCOMPLETE).CBR
    Copper_Lantern_007_(2016)_(Harbor_Comics_cover_only)_(digital-ABC)
    Copper_Lantern_007_Covers_Only_(2016)
    Copper Lantern 007 (2016) (Artbook)
    Copper_Lantern_007_[Guide_Book].cbz
    Copper_Lantern_007_(2016)_Cover_Gallery
    `,
  },
)

checkSpellings(
  'a book on a site',
  { kind: 'comic', series: 'Copper Lantern: Low Tide', year: 2016, issue: '1', booktype: 'tpb', issue_count: 1 },
  {
    accepted: `
    Copper Lantern - Low Tide GetComics.INFO.cbr
    Copper Lantern - Low Tide TPB GetComics.INFO.cbr
    (2016) Copper Lantern Low Tide TPB GetComics.INFO
    [1/5] - "018. Copper Lantern - Low Tide.cbz" yEnc (1/30)
    `,
    refused: `
    Copper Lantern GetComics.INFO.cbr
    Copper Lantern - High Tide GetComics.INFO.cbr
    `,
  },
)
