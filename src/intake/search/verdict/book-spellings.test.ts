import { checkSpellings } from '../../../testing/indexers/spellings'

checkSpellings(
  'a book of collected issues',
  { kind: 'comic', series: 'Copper Lantern', year: 2015, issue: '2', issue_date: '2017-03-08', booktype: 'tpb' },
  {
    accepted: `
    Copper Lantern v02 - Low Tide (2017) (digital) (ABC-Empire)
    Copper Lantern v02 (2017) (Digital)
    Copper Lantern Vol. 2 - Low Tide (2017)
    Copper Lantern Vol. 2 – Low Tide (TPB) (2017)
    Copper Lantern Vol. 2 TPB (2017)
    Copper Lantern TPB Vol. 2 (2017)
    Copper Lantern TPB 2 (2017)
    Copper Lantern TPB v02 (2017)
    Copper Lantern - TPB 02 - Low Tide (2017)
    Copper Lantern Vol 02 Low Tide TPB (2017)
    Copper Lantern, Vol. 2: Low Tide (2017)
    Copper Lantern, Volume 2: Low Tide
    Copper Lantern Volume 2 - Low Tide
    Copper Lantern Vol.2 Low Tide
    Copper.Lantern.v02.Low.Tide.2017.digital.ABC-Empire
    Copper.Lantern.Vol.02.Low.Tide.2017.Retail.Comic.eBook-ABC
    Dark.Horse-Copper.Lantern.Vol.02.Low.Tide.2017.Retail.Comic.eBook-ABC
    Copper_Lantern_v02_-_Low_Tide_(2017)
    Copper Lantern Book 2 (2017)
    Copper Lantern Book 02 - Low Tide (2017)
    Copper Lantern Book Two (2017)
    Copper Lantern (2015) v02 - Low Tide (2017)
    Copper Lantern (2015-2018) v02 (2017)
    Copper Lantern v02 - Low Tide (2017) (F) (digital)
    Copper Lantern Vol. 2 (2017) (TPB) (Digital)
    Copper Lantern v2 Low Tide TPB (2017)
    Copper Lantern T02 - Low Tide (2017)
    Copper Lantern - Vol. 02 - Low Tide
    Copper Lantern Trade Paperback Vol. 2
    Copper Lantern v02 - Low Tide (2017) (digital) [TPB]
    [TPB] Copper Lantern v02 (2017)
    Copper Lantern v02 - Low Tide (collects 007-012) (2017)
    Copper Lantern v02 (007-012) (2017)
    Copper Lantern v02 - Low Tide [007-012] (2017)
    Copper Lantern v02 (#7-12) (2017)
    Copper Lantern v02 (Dark Horse) (2017)
    Copper Lantern v02 (of 04) (2017)
  `,
    refused: `
    Copper Lantern 002 (2015)
    Copper Lantern #2
    Copper Lantern v02 #2
    Copper Lantern v12
    Copper Lantern v02 - Low Tide (2009)
    Copper Lantern v02 (1998)
    Copper Lantern Omnibus v02 (2017)
    Copper Lantern Deluxe Edition v02 (2017)
    Copper Lantern Compendium v02 (2017)
    Copper Lantern Library Edition v02 (2017)
    Copper Lantern Epic Collection v02 (2017)
    Absolute Copper Lantern v02 (2017)
    Copper Lantern by Anna Berg v02 (2017)
    Copper Lantern - The Complete Collection v02 (2017)
    Copper Lantern v01-04
    Copper Lantern v03 - Low Tide 2 (2018)
    Copper Lantern - Low Tide v02 (2017)
    Copper Lantern Corps v02 (2017)
    Copper Lantern v02 (2017) (German)
    Copper Lantern v02 (2017) ITA
    Copper Lantern Tomo 2 [Español]
    Copper Lantern v02 (2017) (Sampler)
    Copper Lantern v02 Preview (2017)
    Copper Lantern v02 (light novel)
    Copper Lantern Prose Novel 02
    Copper Lantern Vol. 2 #1 (2009)
    Copper Lantern Vol. 2 #1-25
    Copper Lantern Adventures v02 (2017)
    Copper Lantern: The Coloring Book 2 (2017)
    The Art of Copper Lantern v02 (2017)
  `,
  },
)

checkSpellings(
  'a graphic novel',
  {
    kind: 'comic',
    series: 'Harbor of Glass',
    year: 2017,
    issue: '1',
    issue_date: '2017-03-08',
    booktype: 'gn',
    issue_count: 1,
  },
  {
    accepted: `
    Harbor of Glass (2017)
    Harbor of Glass (2017) (digital) (ABC-Empire)
    Harbor of Glass GN (2017)
    Harbor of Glass OGN (2017)
    Harbor of Glass (OGN) (2017)
    Harbor of Glass (GN) (2017)
    Harbor of Glass [GN] [2017]
    Harbor of Glass (Graphic Novel) (2017)
    Harbor of Glass - Original Graphic Novel (2017)
    Harbor.of.Glass.2017.digital.ABC-Empire
    Harbor.of.Glass.2017.Retail.Comic.eBook-ABC
    Harbor.of.Glass.GN.2017.Digital-ABC
    Harbor_of_Glass_(2017)
    Harbor of Glass by Anna Berg (2017)
    Harbor of Glass (Anna Berg, 2017)
    Harbor of Glass (Anna Berg) (2017)
    Dark Horse - Harbor of Glass (2017)
    Harbor of Glass HC (2017)
    Harbor of Glass TPB (2017)
    Harbor of Glass (2017) (HC)
    Harbor of Glass 001 (2017)
    Harbor of Glass #1 (2017)
    Harbor of Glass v01 (2017)
    Harbor of Glass (2017) (c2c) (ABC-DCP).cbr
    Harbor of Glass 2017
    Harbor of Glass
    harbor-of-glass-2017
    Harbor of Glass (Dark Horse) (2017)
    Harbor of Glass [Graphic Novel]
    Harbor of Glass - A Graphic Novel (2017)
    Harbor of Glass: A Graphic Novel (2017)
    Harbor of Glass (2017, Dark Horse)
    Harbor of Glass (Dark Horse 2017)
    Harbor of Glass (2017) PDF
  `,
    refused: `
    Harbor of Glass 2 (2017)
    Harbor of Glass 002 (2017)
    Harbor of Glass v02 (2017)
    Harbor of Glass Part 2 (2017)
    Harbor of Glass Book 2 (2017)
    Harbor of Glass (1998)
    Harbor of Glass (2024)
    Harbor of Glass and Steel (2017)
    The Making of Harbor of Glass (2017)
    Harbor of Glass Preview (2017)
    Harbor of Glass (Sampler) (2017)
    Harbor of Glass (2017) (French)
    Harbor of Glass FRENCH 2017
    Harbor of Glass (2017) 1080p BluRay x264
    Harbor.of.Glass.2017.1080p.WEB-DL.x264
    Harbor.of.Glass.2017.720p.BluRay.x264-GRP
    Harbor of Glass (2017) Unabridged Audiobook
    Harbor of Glass (2017) [MP3]
    Harbor of Glass (Novel) (2017)
    Harbor of Glass - Novel (2017)
    Harbor of Glass Soundtrack (2017)
    Harbor of Glass (2017) OST
    Harbor of Glass Returns (2017)
    Harbor of Glass: The Return (2017)
    Harbor of Glass Annual (2017)
    Glass (2017)
    A Harbor of Glass Story (2017)
    Harbor.of.Glass.2017.PS4-GRP
    Harbor of Glass 2017 DVDRip XviD
  `,
  },
)

checkSpellings(
  'an annual',
  {
    kind: 'comic',
    series: 'Copper Lantern Annual',
    year: 2015,
    issue: '2',
    issue_date: '2018-06-13',
    booktype: 'annual',
  },
  {
    accepted: `
    Copper Lantern Annual 002 (2018)
    Copper Lantern Annual #2 (2018)
    Copper Lantern - Annual 02 (2018)
    Copper Lantern (2015) - Annual 02 (2018)
    Copper Lantern (2015) Annual #2 (2018)
    Copper Lantern v1 Annual 002 (2018)
    Copper.Lantern.Annual.02.2018.digital.ABC
    Copper Lantern Annual No. 2 (2018)
    Copper Lantern - Annual No 02 2018 HYBRID COMIC eBook-ABC
    Copper_Lantern_Annual_002_(2018)
    Copper Lantern Annual 2 (of 2) (2018)
    Copper Lantern Annual 2 - Low Tide (2018)
    Copper Lantern Annual 2018 #2
    Copper Lantern 2018 Annual 002 (2018)
    Copper Lantern Annual v01 002 (2018)
    Copper Lantern (Annual) 002 (2018)
    Copper Lantern [Annual] 002 (2018)
  `,
    refused: `
    Copper Lantern 002 (2018)
    Copper Lantern Annual 001 (2016)
    Copper Lantern Annual 003 (2018)
    Copper Lantern Annual 002 (1998)
    Copper Lantern Corps Annual 002 (2018)
    Copper Lantern Annual 2017
    Copper Lantern 2016 Annual 001
    Iron Lantern Annual 002 (2018)
    Copper Lantern 002 + Annual (2018)
    Copper Lantern Special 002 (2018)
    Copper Lantern Winter Special 002 (2018)
    Copper Lantern Annual 002 (2018) [ITA]
    Copper Lantern Super Annual 002 (2018)
  `,
  },
)

checkSpellings(
  'a pack of issues',
  {
    kind: 'comic',
    series: 'Copper Lantern',
    year: 2015,
    issue: '7',
    issue_date: '2016-02-10',
    allow_packs: true,
    missing: ['7', '8'],
  },
  {
    satisfies: ['7', '8'],
    accepted: `
    Copper Lantern 001-012 (2015-2016)
    Copper Lantern #1-12 (2015-2016)
    Copper Lantern #1 - 12 (2015-2016)
    Copper Lantern #1 – 12 (2015-2016)
    Copper Lantern #1 – #12 (2015-2016)
    Copper Lantern 001 - 012 (2015)
    Copper Lantern 1-12
    Copper Lantern 01-12 Complete
    Copper Lantern (001-012) (2015-2016)
    Copper Lantern [001-012]
    Copper Lantern #001-#012
    Copper Lantern 001 to 012
    Copper Lantern 001 thru 012 (2015)
    Copper Lantern Issues 1-12
    Copper Lantern Issues #1-12 (2015)
    Copper Lantern Issue 1 to 12
    Copper Lantern Issues 1 through 12
    Copper Lantern (2015) 001-012
    Copper Lantern (2015) #1-12 + Annual
    Copper Lantern (2015-2018) 001-012 + Annual 01
    Copper Lantern 001-012+Annual (2015-2016) (digital) (ABC-Empire)
    Copper Lantern (1-12) Complete Series
    Copper Lantern #1 – 12 + Annuals (2015-2016)
    Copper Lantern #1 – 12 + TPBs (2015-2016)
    Copper Lantern Vol. 1 #1 – 12 (2015-2016)
    Copper Lantern v1 #1-12 (2015-2016)
    Copper Lantern v1 001-012 (2015-2016)
    Copper Lantern, 1-12 (2015-2016)
    Copper.Lantern.001-012.2015-2016.digital
    Copper Lantern 01-12 (of 12) (2015-2016)
    Copper Lantern 1-12 of 12
    Copper_Lantern_001-012_(2015-2016)
    Copper Lantern #1-5, 6-12
    Copper Lantern #1-6 + #7-12
    Copper Lantern 000-012 (2015-2016)
    Copper Lantern (2015) (#1-12)
    Copper Lantern Nos. 1-12
    Copper Lantern No. 1-12
    Copper Lantern 1-8, 11-14 + Annual (2015-2018)
    Copper Lantern #01-05, 07, 08, 10-14 (2015)
    Copper Lantern #1-5,7-8
    Copper Lantern #01-05, 07-08, 10.zip
    Copper Lantern 001-020 (missing 012) (2015-2018)
    Copper Lantern 001-020 (no ads) (2015-2018)
    Copper Lantern 001-020 (missing 7 pages) (2015-2018)
  `,
    refused: `
    Copper Lantern 001-006 (2015)
    Copper Lantern 008-012 (2016)
    Copper Lantern 001-012 (1998-1999)
    Copper Lantern Corps 001-012 (2015-2016)
    Copper Lantern v01-12 (2015-2016)
    Copper Lantern Annual 1-12
    Copper Lantern (2009) 001-012 (2009-2010)
    Copper Lantern 001-012 [ITA]
    Copper Lantern 1-12 (Spanish)
    Copper Lantern TPB 1-12
    Copper Lantern Vol. 1 – 12 (TPB) (2015-2016)
    Copper Lantern covers 1-12
    Copper Lantern 2 #1-12
    Copper Lantern - Low Tide #1-12
    Copper Lantern: Low Tide 1-12 (2015)
    Copper Lantern Season 1-12
    Copper Lantern Volumes 1-12
    Copper Lantern #1-6, 8-12 (2015)
    Copper Lantern #1-6, #8-12 (2015)
    Copper Lantern 001-006, 008-012
    Copper Lantern 1-6 & 8-12
    Copper Lantern #01-06, 09, 10-14 (2015)
    Copper Lantern 001-020 (missing 007) (2015-2018)
    Copper Lantern 001-020 without 5-8
    Copper Lantern 1-20 (missing #3, #7)
    Copper Lantern Collection
    Copper Lantern Pack
    Copper Lantern Books 1-12
    Copper Lantern S01E01-E12
  `,
  },
)

checkSpellings(
  'an album',
  {
    kind: 'comic',
    series: 'La Lanterne Rouge',
    year: 2010,
    issue: '3',
    issue_date: '2012-03-08',
    booktype: 'tpb',
    language: 'fr',
  },
  {
    accepted: `
    La Lanterne Rouge - T03 - Marée basse
    La Lanterne Rouge - Tome 3 - Marée basse
    La Lanterne Rouge T03
    La Lanterne Rouge - 03 - Marée basse
    La Lanterne Rouge 03 - Marée basse (2012)
    La.Lanterne.Rouge.T03.Maree.basse.FRENCH.CBZ-ABC
    La Lanterne Rouge - T03 - Marée basse [FR] [CBR]
    [BD Fr] La Lanterne Rouge - T03 - Marée basse
    [BD] La Lanterne Rouge T03
    BD Fr - La Lanterne Rouge - T03
    BD.FR.-.La.Lanterne.Rouge.-.T03.-.Marée.basse
    La Lanterne Rouge (Tome 3) Marée basse
    La Lanterne Rouge (Dupont-Durand) - T03 - Marée basse
    La Lanterne Rouge, tome 3 : Marée basse
    La Lanterne Rouge Tome 03 PDF
    La Lanterne Rouge T3 (2012) [1920px]
    La_Lanterne_Rouge_T03
    La Lanterne Rouge - Tome 03 - Marée basse (2012) FR
    La Lanterne Rouge Vol. 3 FRENCH
    La Lanterne Rouge #3 VF
    Lanterne Rouge (La) - T03 - Marée basse
    Lanterne Rouge, La - 03 - Marée basse
  `,
    refused: `
    La Lanterne Rouge - T02 - Les 3 marées
    La Lanterne Rouge - T13
    La Lanterne Rouge - Intégrale 3
    La Lanterne Rouge INT03
    La Lanterne Rouge - T03 [German]
    La Lanterne Bleue - T03
    La Lanterne Rouge - HS03
    La Lanterne Rouge - Hors-série 3
    La Lanterne Rouge - Cycle 2 - T03
    La Lanterne Rouge - L'Intégrale - T03
  `,
  },
)
