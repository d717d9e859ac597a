import { checkSpellings } from '../../../testing/indexers/spellings'

checkSpellings(
  'an issue',
  { kind: 'comic', series: 'Copper Lantern', year: 2015, issue: '7', issue_date: '2019-05-15' },
  {
    accepted: `
    Copper Lantern 007 (2019)
    Copper Lantern #007 (2019)
    Copper Lantern #7
    Copper Lantern 7
    Copper Lantern 07 (of 12) (2019)
    Copper Lantern #7 (of 12) (2019)
    Copper Lantern 7/12 (2019)
    [NZB] Copper Lantern 007 (2019) (digital) (ABC-Empire) [1/8]
    Copper Lantern 007 - File 1 of 1 - yEnc
    Re: Req: Copper Lantern 007 (of 12) TIA - File 1 of 1 - yEnc
    0-Day 2019.5.15 - "Copper Lantern 007 complete - File 1 of 1 - Copper Lantern 007 (2019) (ABC-Empire).cbr yEnc
    Copper Lantern 007 (2019) ENG by Ana
    Copper Lantern (2015) #7
    Copper Lantern (2015-) #7
    Copper Lantern (2015 -) #7
    Copper Lantern (2015-2019) #7 (2019)
    Copper Lantern (2015) 007 (2019) (digital) (ABC-Empire)
    Copper Lantern 007 (2019) (digital-Empire).cbz
    copper_lantern_007_(2019)_(digital)
    copper-lantern-007-2019-digital
    copper.lantern.007.2019.digital.abc-empire
    COPPER LANTERN 007 (2019)
    Copper_Lantern_007_2019_Digital_ABC-Empire
    Copper Lantern v1 007 (2019)
    Copper Lantern V1 #7
    Copper Lantern Vol. 1 #7 (2019)
    Copper Lantern Vol.1 #007
    Copper Lantern, Vol. 1 #7
    Copper Lantern Volume 1 Issue 7
    Copper Lantern Issue 7
    Copper Lantern Issue #7 (2019)
    Copper Lantern - Issue 07
    Copper Lantern No. 7 (2019)
    Copper Lantern No.007
    Copper Lantern Nr. 7
    Copper Lantern - 007 (2019)
    Copper Lantern - 007 - Low Tide (2019)
    Copper Lantern 007 - Low Tide (2019)
    Copper Lantern 007 - The 100 Tides (2019)
    Copper Lantern 007: Low Tide (2019)
    Copper Lantern 007 "Low Tide" (2019)
    Copper Lantern 007 (2019) "Low Tide"
    Copper Lantern 007 (May 2019)
    Copper Lantern 007 (2019-05)
    Copper Lantern 007 (2019-05-15)
    Copper Lantern 007 (05-15-2019)
    Copper Lantern 007 (15 May 2019)
    Copper Lantern 007 May 2019
    Copper Lantern 007 [2019]
    Copper Lantern 007 {2019}
    Copper Lantern [2015] 007 [2019]
    Copper Lantern 007 (2019)(digital)(ABC-Empire)
    Copper Lantern 007(2019)
    Copper Lantern007 (2019)
    Copper Lantern #7(2019)
    Copper Lantern 007 2019
    Copper Lantern 007, 2019
    Copper Lantern, 2019-05-15 (#07) (digital) (ABC-HD)
    Copper Lantern 2019-05-15 #7
    DC - Copper Lantern 2015 No 007 2019 HYBRID COMIC eBook-ABC
    DC.-.Copper.Lantern.2015.No.007.2019.HYBRID.COMIC.eBook-ABC
    Dark Horse - Copper Lantern No 07 2019 Retail Comic eBook-ABC
    Dark.Horse-Copper.Lantern.2015.No.07.2019.Retail.Comic.eBook-ABC
    Copper.Lantern.No.07.May.2019.Comic.eBook-ABC
    Copper.Lantern.Vol.1.No.07.2019.Comic.eBook-ABC
    Copper.Lantern.Issue.07.2019.COMIC-ABC
    [Dark Horse] Copper Lantern 007 (2019)
    (Dark Horse) Copper Lantern 007 (2019)
    Copper Lantern (Dark Horse) 007 (2019)
    Copper Lantern 007 (Dark Horse) (2019)
    Copper Lantern 007 (Dark Horse 2019)
    Copper Lantern 007 (Dark Horse, 2019)
    Copper Lantern 007 (Dark Horse Comics) (May 2019) (c2c) (ABC-DCP)
    [ABC] Copper Lantern 007 (2019)
    Copper Lantern 007 (2019) (3 covers) (digital)
    Copper Lantern 007 (2019) (2 covers) (Digital) (ABC-Empire)
    Copper Lantern 007 (2019) (Digital) (ABC-Empire) (F)
    Copper Lantern 007 (2019) (c2c) (fixed)
    Copper Lantern 007 (2019) (noads) (ABC-DCP)
    Copper Lantern 007 (2nd printing) (2019)
    Copper Lantern 007 (Variant Cover) (2019)
    Copper Lantern 007 Variant Cover (2019)
    Copper Lantern 007 Cover B (2019)
    Copper Lantern 007 (Cover A) (2019)
    Copper Lantern 007 (2019) (Variant Edition)
    Copper Lantern 007 (2019) 4K
    Copper Lantern 007 (2019) (HD-Upscaled)
    Copper Lantern 007 (2019) (1920px)
    Copper Lantern 007 (2019) (Digital-HD)
    Copper Lantern 007 (2019) [WEB]
    Copper Lantern 007 (2019) [English]
    Copper Lantern 007 (2019) [ENG]
    Copper Lantern 007 (2019) [CBR]
    Copper Lantern 007 (2019) CBR
    Copper Lantern 007 (2019) [PDF]
    Copper Lantern 007 (2019).part1.rar
    Copper Lantern 007 (2019).nzb
    Copper Lantern 007 (2019) cbz
    Copper Lantern 007 (2019) [45MB]
    Copper Lantern 007 (2019) - 45 MB
    "Copper Lantern 007 (2019).cbr" yEnc (1/45)
    [12345]-[FULL]-[a.b.comics.dcp]-[ Copper Lantern 007 (2019) ]-[01/12] "Copper Lantern 007 (2019).part01.rar" yEnc
    Copper Lantern 007 (2019) (digital) (ABC-Empire).cbr (1/30)
    (01/30) Copper Lantern 007 (2019)
    [01/30] - Copper Lantern 007 (2019)
    DCP Week of 2019-05-15 - Copper Lantern 007 (2019)
    0-Day Comics (2019.05.15) - Copper Lantern 007 (2019)
    2019.05.15 - Copper Lantern 007 (2019)
    [2019-05-15] Copper Lantern 007
    (2019-05-15) Copper Lantern 007
    Copper Lantern 007 (2019) GetComics.INFO
    GetComics.INFO - Copper Lantern 007 (2019)
    [GetComics] Copper Lantern 007 (2019)
    www.getcomics.example - Copper Lantern 007 (2019)
    Copper Lantern 007 (2019) [www.tides.example]
    Copper%20Lantern%20007%20(2019)
    Copper+Lantern+007+(2019)
    Copper Lantern&#039; 007
    Copper  Lantern   007  (2019)
    Copper Lantern 0007 (2019)
    Copper Lantern 007 (2019) (Webrip) (The Last Tin Man-DCP)
    Copper Lantern 007 (2019) (Son of Tin-Empire)
    Copper Lantern 007 FINAL ISSUE (2019)
    Copper Lantern 007 [Final Issue] (2019)
    Copper Lantern 007 (One-Shot) (2019)
    Copper Lantern 007 (Series Finale) (2019)
    Copper Lantern 007 LAST (2019)
    Copper Lantern 007 END
    REQ: Copper Lantern 007 (2019)
    FILL: Copper Lantern 007 (2019)
    Requested - Copper Lantern 007 (2019)
    As Requested: Copper Lantern 007 (2019)
    For Bob "Copper Lantern 007 (2019).cbr"
    NEW: Copper Lantern 007 (2019)
    Comic: Copper Lantern 007 (2019)
    Comics - Copper Lantern 007 (2019)
    Copper Lantern 007 (2019) (re-up)
    Copper Lantern 007 (2019) REPACK
    Copper Lantern 007 (2019) PROPER
    Copper Lantern 007 (2019) (rescan)
    Copper Lantern 007 (2019) (scan)
    Copper Lantern 007 (2019) (ABC-Tide) cbr
    Copper Lantern - #007
    Copper Lantern -#7-
    Copper Lantern #7 - Low Tide
    Copper Lantern #7: Low Tide
    Copper Lantern #7 Low Tide (2019)
    Copper Lantern #7 (2019) - Low Tide Part 2
    Copper Lantern 007 - Low Tide Part 2 of 3 (2019)
    Copper Lantern 007 - Low Tide, Part Two (2019)
    Copper Lantern 007 - Low Tide 02 (of 03) (2019)
    Copper Lantern 007 - Low Tide 2 (2019)
    Copper Lantern 007 (LGY 207) (2019)
    Copper Lantern 007 (LGY #207) (2019)
    Copper Lantern 007 [LGY#207] (2019)
    Copper Lantern 007 (207) (2019)
    Copper Lantern 007 (Legacy 207) (2019)
    Copper Lantern #7 (#207) (2019)
  `,
    refused: `
    Copper Lantern Annual 007 (2019)
    Copper Lantern 7 by Anna Berg EPUB
    Copper Lantern 7 by Anna B. Berg.epub
    Copper Lantern #7 by Anna Berg [ENG / EPUB]
    Copper Lantern 7 [Hun]
    Copper Lantern #7 (2019) Ita by Ana
    Copper Lantern 007 - Trade Dress Variant Gallery (2019)
    Copper Lantern 07 (2019) Trading Cards
    Copper Lantern #7 Extended Edition Script
    Copper Lantern 07 (Panini Comics) (2019)
    Copper Lantern 07 (Urban Comics) (2019)
    Copper_Lantern_07_(Splitter_2019_12)
    Copper Lantern 06 - File 7 of 9 - yEnc
    Copper Lantern 006 (2019) (ABC) [7/8]
    Copper Lantern Corps 007 (2019)
    Copper Lantern and Friends 007 (2019)
    New Copper Lantern 007 (2019)
    Copper Lantern - Dark Days 007 (2019)
    Copper Lantern: Dark Days #7 (2019)
    The Art of Copper Lantern 007 (2019)
    Copper Lantern Special 007 (2019)
    Copper Lantern Handbook 007 (2019)
    Copper Lantern Saga 007 (2019)
    Copper Lantern Classics 007 (2019)
    Copper Lantern vs. Iron Lantern 07 (2019)
    Iron Lantern - Copper Lantern 07 (2019)
    Iron Lantern/Copper Lantern 07 (2019)
    Iron Lantern & Copper Lantern 07 (2019)
    Copper Lantern 2 007 (2019)
    Copper Lantern 2099 007 (2019)
    Copper Lantern II 007 (2019)
    Copper Lantern Unlimited Infinity Comic 007 (2019)
    Copper Lantern v07 (2019)
    Copper Lantern Vol. 7 - Low Tide (2019)
    Copper Lantern Vol. 7 TPB (2019)
    Copper Lantern TPB 07 (2019)
    Copper Lantern Book 07 (2019)
    Copper Lantern Omnibus 07 (2019)
    Copper Lantern Epic Collection 07 (2019)
    Copper Lantern Masterworks v07 (2019)
    Copper Lantern 007.5 (2019)
    Copper Lantern 07A (2019)
    Copper Lantern 7.1 (2019)
    Copper Lantern 070 (2019)
    Copper Lantern 700 (2019)
    Copper Lantern 017 (2019)
    Copper Lantern #7.MU (2019)
    Copper Lantern 007 (2009)
    Copper Lantern (1987) 007
    Copper Lantern (1987) #7 (1988)
    Copper Lantern v2009 007
    Copper Lantern 007 [Spanish]
    Copper Lantern 007 (2019) (Spanish)
    Copper Lantern 007 (2019) Spanish
    Copper.Lantern.007.2019.SPANISH.Comic.eBook-ABC
    Copper Lantern #07 (2019) [Español]
    Copper Lantern N07 (2019) ITA
    Copper Lantern 07 (2019) (Panini) [ITA]
    Copper Lantern 07 (Ita)
    Copper Lantern nº 07 [Panini España]
    Copper Lantern 007 (2019) (covers only)
    Copper Lantern 007 Cover Gallery (2019)
    Copper Lantern 007 (2019) (variant covers only)
    Copper Lantern 007 Ashcan (2019)
    Copper Lantern 007 (Ashcan) (2019)
    Copper Lantern 007 Preview (2019)
    Copper Lantern 007 - Preview (2019)
    Copper Lantern 007 (Preview) (2019)
    Copper Lantern 007 [Preview]
    Copper Lantern 007 Sample
    Copper Lantern 007 Script Book (2019)
    Copper Lantern 007 Director's Cut (2019)
    Copper Lantern 007 Facsimile (2023)
    Copper Lantern 007 (2019) Reprint
    Copper Lantern 007 (reprint) (2019)
    Copper Lantern 001-006 (2019)
    Copper Lantern 006-008 (2019)
    Copper Lantern 1-12
    Copper Lantern Complete Collection (2015-2019)
    Copper Lantern 007 Novel (2019)
    Copper Lantern 007 soundtrack mp3
    Copper Lantern S01E07 (2019) 1080p WEB
    Copper Lantern S01E07 720p WEB-DL x264
    Copper Lantern Episode 7 (2019) 1080p
    Copper Lantern 007 pages 1-5
    Copper Lantern Magazine 007 (2019)
    Copper Lantern Zero 007 (2019)
    Copper Lantern - The Lost Tales #7
    Copper Lantern Presents 007 (2019)
    Lantern 007 (2019)
    Copper 007 (2019)
    Copper Lanterns 007 (2019)
    Copper Lantern 20.07 (2019)
    Copper Lantern 006 (2019) + 008
    Copper Lantern #6 & #8 (2019)
    Copper Lantern (2015) 006 - 7 Nights (2019)
    Copper Lantern (2015) 006 - Night 7 (2019)
    Copper Lantern 006 (2019) - 7 pages
    Copper Lantern 006 (7 covers) (2019)
    Copper Lantern 006 (of 7) (2019)
    Copper Lantern 6 of 7
    Copper Lantern 006 (2019) (7th printing)
    Copper Lantern 006 7th Print
    Copper Lantern 006 - Part 7 (2019)
    Copper Lantern 006 Variant 7
    Copper Lantern 006 (2019) v7
    Copper Lantern 006 (2019) [7 of 12]
    [07/12] Copper Lantern 006 (2019)
    07 - Copper Lantern 006 (2019)
    007 Copper Lantern 006 (2019)
    7. Copper Lantern 006
    07. Copper Lantern Annual 02 (2019)
    Tides Event 07 - Copper Lantern 006 (2019)
    Copper Lantern 7 Days
    Copper Lantern: 7 Days (2019)
    Copper Lantern - 7 Nights 003 (2019)
  `,
  },
)

checkSpellings(
  'an issue of a higher number',
  { kind: 'comic', series: 'Copper Lantern', year: 2015, issue: '207', issue_date: '2019-05-15' },
  {
    accepted: `
    Copper Lantern 207 V1 (2019-5)
    Copper Lantern 207 v1
  `,
    refused: `
    Copper Lantern 207 V2 (2019)
    Copper Lantern 007 (LGY 207) (2019)
    Copper Lantern 007 (207) (2019)
    Copper Lantern #7 (#207) (2019)
    Copper Lantern 007 - Low Tide 207 (2019)
  `,
  },
)

checkSpellings(
  'an issue whose series name ends in a word for volumes',
  { kind: 'comic', series: 'Copper Lantern: Red Band', year: 2019, issue: '2', issue_date: '2019-06-12' },
  {
    accepted: `
    Copper Lantern - Red Band 002 (2019) (digital)
    Copper Lantern - Red Band #2
    Copper.Lantern.Red.Band.02.2019.digital
  `,
    refused: `
    Copper Lantern 002 (2019)
    Copper Lantern - Red Band 002 (2019) (German)
    Copper Lantern - Red Band 02 (Carlsen)
  `,
  },
)

checkSpellings(
  'an issue of a magazine that is also numbered by month',
  { kind: 'comic', series: 'Copper Lantern Magazine', year: 1977, issue: '302', issue_date: '2020-11-18' },
  {
    accepted: `
    Copper Lantern Magazine #202011 - Vol. 302 (2020) (2 covers) (Digital)
    Copper Lantern Magazine #202011 - Vol. 302: Low Tide (2020)
    Copper Lantern Magazine 302 (2020)
  `,
    refused: `
    Copper Lantern Magazine #202012 - Vol. 303 (2020)
    Copper Lantern Magazine #302 - Vol. 12 (2011)
    Copper Lantern #202011 - Vol. 302 (2020)
  `,
  },
)
