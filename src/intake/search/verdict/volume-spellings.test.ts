import { checkSpellings } from '../../../testing/indexers/spellings'

checkSpellings(
  'a volume of a manga',
  { kind: 'manga', series: 'Kumo no Hashi', issue: '6', unit: 'volume' },
  {
    accepted: `
    Kumo no Hashi v06 (2016) (Digital) (ABC)
    Kumo no Hashi v06 (2016) (f) (Digital) (moon-Empire).cbz
    Kumo no Hashi Vol. 6
    Kumo no Hashi Vol.06
    Kumo no Hashi, Vol. 6
    Kumo no Hashi, Volume 6
    Kumo no Hashi Volume 06 [Digital]
    Kumo no Hashi - Volume 06 (2016)
    Kumo no Hashi - v06
    Kumo_no_Hashi_v06
    Kumo.no.Hashi.v06.2016.Digital.moon-Empire
    kumo-no-hashi-vol-6
    Kumo-no-Hashi-v06
    [moon] Kumo no Hashi v06
    [Viz] Kumo no Hashi v06 (2016)
    (Viz) Kumo no Hashi v06
    Kumo no Hashi v06 [Viz]
    Kumo no Hashi (Viz) v06
    Kumo no Hashi v06 (c045-052)
    Kumo no Hashi v06 c045-052
    Kumo no Hashi v06 [c045-052] (2016)
    Kumo no Hashi v06 (Chapters 45-52)
    Kumo no Hashi v06 (ch. 45-52)
    Kumo no Hashi Vol.06 Ch.045-052
    Kumo no Hashi v06 (2016) (Digital) (ABC) [Yen Press]
    Kumo no Hashi (Author Name) v06
    Kumo no Hashi by Author Name v06
    Kumo no Hashi v06 by Author Name
    Kumo no Hashi (Manga) v06
    [Manga] Kumo no Hashi v06
    Kumo no Hashi Manga v06
    Kumo no Hashi [Manga] Volume 6
    Kumo no Hashi v06 (END)
    Kumo no Hashi v06 [End] (2016)
    Kumo no Hashi v06 - Low Tide (2016)
    Kumo no Hashi v06 + Extras
    Kumo no Hashi v06 (2016) (Digital) (ABC-Empire).epub
    Kumo no Hashi v06 (2016) (600dpi) (Group)
    Kumo no Hashi v06 (2016) (Digital-HD)
    Kumo no Hashi v06 (2016) (Kindle)
    Kumo no Hashi v06 (2016) (Kobo)
    Kumo no Hashi v06 (2016) (BookWalker)
    Kumo no Hashi v06 (Digital) (ABC001)
    Kumo no Hashi v06 (2016) (Digital) (ABC-Empire)
    Kumo no Hashi (2014) v06 (2016)
    Kumo no Hashi (2014-2018) v06
    [ENG] Kumo no Hashi v06
    Kumo no Hashi v06 [EN]
    Kumo no Hashi v06 (English)
    Kumo no Hashi v06 eng
    Kumo no Hashi - Vol 06 (of 12)
    Kumo no Hashi v06 (of 12)
    Kumo no Hashi v6
    Kumo no Hashi V06
    Kumo no Hashi V.06
    Kumo no Hashi T06
    Kumo no Hashi Book 6
    Kumo no Hashi, Vol. 6 by Haruka Umino [ENG / CBZ]
    Kumo no Hashi, Vol. 6 by Haruka Umino [ENG / CBZ EPUB]
    Kumo no Hashi (Manga) v06.epub
    Kumo no Hashi Vol.2016 #06 (May, 2016)
    Kumo no Hashi V2016 #6
    Kumo no Hashi v06 (2016) (Digital) (Yen Press Edition) (moon)
    Kumo no Hashi v06 [Viz] [English]
    Kumo no Hashi v06 (2016) (Digital) [Yen Press] [moon]
    Kumo no Hashi v06 (2016)(Digital)(moon)
    Kumo no Hashi v06 (Repack)
    Kumo no Hashi v06v2 (2016)
    Kumo no Hashi v06 v2
    Kumo no Hashi v06 (v2)
    Kumo no Hashi v06 [v2]
    Kumo no Hashi v06 (Scan)
    Kumo no Hashi v06 (HQ Scans)
    Kumo no Hashi v06 [1920px]
    Kumo no Hashi v06 Digital 1600px
  `,
    refused: `
    Kumo no Hashi 第06巻
    Kumo no Hashi Bd. 06
    Kumo no Hashi Tome 06
    Kumo no Hashi Tomo 06
    Kumo no Hashi Band 06
    Kumo no Hashi Том 6
    Kumo no Hashi v06 (Light Novels)
    Kumo no Hashi v06 [J-Novel Club]
    Kumo no Hashi v06 [Yen Press] [moon]
    Kumo no Hashi v06 [Yen Press] [moon] {r2}.epub
    Kumo no Hashi v06 Prepub.epub
    Kumo no Hashi v06.epub
    Kumo no Hashi - 06.epub
    Kumo no Hashi [6] (epub)
    Kumo no Hashi Vol. 6 (mobi)
    Kumo no Hashi, Vol. 6 by Haruka Umino [ENG / EPUB]
    Kumo no Hashi, Vol. 6: Low Tide by Haruka Umino [ENG / EPUB MOBI]
    Kumo no Hashi, Volume 6 by Haruka Umino [ENG / M4B]
    Kumo no Hashi Vol 6 Baka-Tsuki
    Kumo no Hashi v06 [Yen Press].epub
    Kumo no Hashi (Volume 06) [Yen Press][Kindle-Kobo].epub
    Kumo no Hashi Vol.2016 #07 (May, 2016)
    Kumo no Hashi Vol.2016 c006
    Kumo no Hashi Volume 06 PREPUB [10/14]
    Kumo no Hashi Vol. 06 (Carlsen)
    Kumo no Hashi Vol. 06 (Star Comics)
    Kumo no Hashi Vol. 06 [Planet Manga]
    Kumo_no_Hashi_-_06_-_(Carlsen)_-_Haruka_Umino.cbz
    Kumo no Hashi c006
    Kumo no Hashi Ch. 6
    Kumo no Hashi Chapter 6
    Kumo no Hashi 006
    Kumo no Hashi v06.5
    Kumo no Hashi v16
    Kumo no Hashi v60
    Kumo no Hashi v05 c006
    Kumo no Hashi v05 (c006-012)
    Kumo no Hashi v01-12
    Kumo no Hashi (Light Novel) v06
    Kumo no Hashi Light Novel v06
    Kumo no Hashi LN v06
    Kumo no Hashi [LN] v06
    Kumo no Hashi (Novel) v06
    Kumo no Hashi Novel Vol 6
    Kumo no Hashi - Light Novel - Volume 06
    Kumo no Hashi v06 [Light Novel]
    Kumo no Hashi v06 (Light Novel) (2016)
    Kumo no Hashi Ranobe v06
    Kumo no Hashi WN v06
    Kumo no Hashi v06 LN (2016)
    Kumo no Hashi v06 (LN)
    Kumo no Hashi Omnibus v06
    Kumo no Hashi Omnibus 06
    Kumo no Hashi (Omnibus) v06
    Kumo no Hashi v06 (Omnibus)
    Kumo no Hashi 3-in-1 v06
    Kumo no Hashi (3-in-1 Edition) v06
    Kumo no Hashi v06 (2-in-1)
    Kumo no Hashi Deluxe v06
    Kumo no Hashi Deluxe Edition v06
    Kumo no Hashi (Deluxe Edition) Vol. 6
    Kumo no Hashi v06 (Deluxe)
    Kumo no Hashi Master Edition v06
    Kumo no Hashi Perfect Edition v06
    Kumo no Hashi Kanzenban v06
    Kumo no Hashi (Kanzenban) v06
    Kumo no Hashi Bunkoban v06
    Kumo no Hashi Aizoban v06
    Kumo no Hashi Collector's Edition v06
    Kumo no Hashi v06 (Collectors Edition)
    Kumo no Hashi Full Color v06
    Kumo no Hashi - Full Color Edition v06
    Kumo no Hashi (Full Color) v06
    Kumo no Hashi v06 (Full Color)
    Kumo no Hashi - Digital Colored Comics v06
    Kumo no Hashi Colored v06
    Kumo no Hashi v06 [Colored]
    Kumo no Hashi (Official Colored) v06
    Kumo no Hashi v06 Official Color
    Kumo no Hashi v06 (Fan Colored)
    Kumo no Hashi Artbook v06
    Kumo no Hashi Fanbook 06
    Kumo no Hashi Official Fan Book v06
    Kumo no Hashi Guidebook v06
    Kumo no Hashi Databook 06
    Kumo no Hashi Anthology v06
    Kumo no Hashi Doujinshi 06
    Kumo no Hashi Spin-off v06
    Kumo no Hashi Gaiden v06
    Kumo no Hashi Side Story v06
    Kumo no Hashi: Another Story v06
    Kumo no Hashi Zero v06
    Kumo no Hashi Next v06
    Kumo no Hashi II v06
    Kumo no Hashi 2 v06
    Kumo no Hashi 2nd Season v06
    Kumo no Hashi Season 2 v06
    Kumo no Hashi S2 v06
    Kumo no Hashi Part 2 v06
    Shin Kumo no Hashi v06
    Kumo no Hashi Box Set 6
    Kumo no Hashi Box Set v06
    Kumo no Hashi v06 RAW
    Kumo no Hashi v06 [RAW]
    Kumo no Hashi v06 (JPN)
    Kumo no Hashi v06 [Japanese]
    Kumo no Hashi v06 (FR)
    Kumo no Hashi T06 FR
    Kumo no Hashi v06 FRENCH
    Kumo no Hashi v06 [ITA]
    Kumo no Hashi v06 ITA
    Kumo no Hashi v06 [PT-BR]
    Kumo no Hashi v06 [Polish]
    Kumo no Hashi v06 (Indonesian)
    Kumo no Hashi v06 [Bahasa Indonesia]
    Kumo no Hashi v06 [Catalan]
    Kumo no Hashi v06 [Ukrainian]
    Kumo no Hashi v06 [Romanian]
    Kumo no Hashi v06 [Chinese]
    Kumo no Hashi v06 [Chi]
    Kumo no Hashi v06 [中文]
    Kumo no Hashi v06 [日本語]
    Kumo no Hashi v06 [Korean]
    Kumo no Hashi v06 [Hebrew]
    Kumo no Hashi v06 [Esp]
    Kumo no Hashi v06 [LATINO]
    Kumo no Hashi v06 [Castellano]
    Kumo no Hashi v06 (VOSTFR)
    Kumo no Hashi v06 Audiobook
    Kumo no Hashi Drama CD 06
    Kumo no Hashi OST Vol 6
    Kumo no Hashi Original Soundtrack Vol. 6 [FLAC]
    Kumo no Hashi Vol. 6 [BD 1080p]
    Kumo no Hashi BD Vol.6 [BDRip 1920x1080 HEVC FLAC]
    Kumo no Hashi 06 [1080p]
    Kumo no Hashi - 06 [720p].mkv
    Kumo no Hashi v06 (Sample)
    Kumo no Hashi v06 Preview
    Kumo no Hashi v06 [Preview]
    Kumo no Hashi v06 (Preview)
    Kumo no Hashi v06 (Incomplete)
    Kumo no Hashi v06 (missing pages)
    Kumo no Hashi v06 Extra
    Kumo no Hashi v06 Extras
    Kumo no Hashi v06 Bonus
    Kumo no Hashi v06 Omake
    Kumo no Hashi v06 - Special Chapter
    Kumo no Hashi v06 (Covers Only)
    Kumo no Hashi Calendar 2016
    Kumo no Hashi v05 + v07
    Kumo no Hashi v1-5, 7
    Kumo no Hashi - Tides v06
    Kumo no Hashi: Tides Vol. 6
    Kumo no Hashi Comic Anthology v06
    Kumo no Hashi 4-koma v06
    Kumo no Hashi 4koma v06
    Kumo no Hashi Academy v06
    Kumo no Hashi Chibi v06
    Kumo no Hashi Junior v06
  `,
  },
)

checkSpellings(
  'a pack of volumes',
  { kind: 'manga', series: 'Kumo no Hashi', issue: '6', unit: 'volume', allow_packs: true, missing: ['6', '7'] },
  {
    satisfies: ['6', '7'],
    accepted: `
    Kumo no Hashi v01-12 (2014-2018) (Digital)
    Kumo no Hashi v01-v12
    Kumo no Hashi Vol 1-12
    Kumo no Hashi Vols. 1-12
    Kumo no Hashi Volumes 1-12
    Kumo no Hashi Volume 1 - 12
    Kumo no Hashi Vol. 01 - 12 Complete
    Kumo no Hashi (v01-12)
    Kumo no Hashi [v01-12]
    Kumo no Hashi (Vol 1-12)
    Kumo no Hashi (Volumes 1-12)
    Kumo no Hashi Vol.01-Vol.12
    Kumo no Hashi Vol. 1 to 12
    Kumo no Hashi v01 - v12
    Kumo no Hashi v01~12
    Kumo no Hashi - Volumes 01-12 [Complete]
    [moon] Kumo no Hashi v01-12 (2014-2018)
    Kumo no Hashi (01-12) (2014-2018) (Digital)
    Kumo no Hashi (2014-2018) (Digital) (moon-Empire)
    Kumo no Hashi v01-12+c081-090
    Kumo no Hashi v01-12 + 081-090 (2014-2018)
    Kumo no Hashi v01-12, c081-090
    Kumo_no_Hashi_v01-12
    Kumo.no.Hashi.v01-12.2014-2018
    Kumo no Hashi T01-12
    Kumo no Hashi T01-T12
    Kumo no Hashi Vol.1~12
    Kumo no Hashi Vol. 1-12 (Complete)
    Kumo no Hashi Complete Vol 1-12
    Kumo no Hashi - Complete (v01-12)
    Kumo no Hashi | Bridge of Clouds v01-12
    Kumo no Hashi (Bridge of Clouds) v01-12
    Kumo no Hashi v00-12
  `,
    refused: `
    Kumo no Hashi 第01-12巻
    Kumo no Hashi Tomes 1 à 12
    Kumo no Hashi T01 à T12
    Kumo no Hashi v01-05
    Kumo no Hashi v08-12
    Kumo no Hashi c001-090
    Kumo no Hashi 001-090
    Kumo no Hashi Omnibus v01-12
    Kumo no Hashi LN v01-12
    Kumo no Hashi (Light Novel) v01-12
    Kumo no Hashi (LN) Vol 1-12
    Kumo no Hashi [Light Novel] Vol. 1-12 [EPUB]
    Kumo no Hashi v01-12 [Light Novel]
    Kumo no Hashi v01-12 (WN)
    Kumo no Hashi v01-12 (Full Color)
    Kumo no Hashi Full Color v01-12
    Kumo no Hashi v01-12 [Digital Colored]
    Kumo no Hashi v01-12 RAW
    Kumo no Hashi v01-12 [RAW]
    Kumo no Hashi v01-12 FRENCH
    Kumo no Hashi v01-12 [ITA]
    Kumo no Hashi Vol 1-12 [Spanish]
    Kumo no Hashi 01-12 [1080p]
    Kumo no Hashi (01-12) [BD 1080p HEVC]
    Kumo no Hashi Season 2 v01-12
    Kumo no Hashi Gaiden v01-12
    Kumo no Hashi (Kanzenban) v01-12
    Kumo no Hashi Anthology v01-12
    Kumo no Hashi v01-12 OST
    Kumo no Hashi Chapters 1-90
    Kumo no Hashi Ch. 1-90
    Kumo no Hashi v01-05, 08-12
  `,
  },
)
