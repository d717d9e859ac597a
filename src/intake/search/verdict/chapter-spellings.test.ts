import { checkSpellings } from '../../../testing/indexers/spellings'

checkSpellings(
  'a chapter of a manga',
  { kind: 'manga', series: 'Kumo no Hashi', issue: '12', unit: 'chapter' },
  {
    accepted: `
    Kumo no Hashi c012
    Kumo no Hashi - c012 (v02) [HQ]
    Kumo no Hashi c012 (v02) [Group]
    [Group] Kumo no Hashi - c012
    [Group] Kumo no Hashi c012v2
    [Group] Kumo no Hashi - 12
    [Group]_Kumo_no_Hashi_-_c012
    Kumo no Hashi Ch.12
    Kumo no Hashi Ch. 012
    Kumo no Hashi ch12
    Kumo no Hashi Chapter 12
    Kumo no Hashi Chapter 12: Low Tide
    Kumo no Hashi - Chapter 12 - Low Tide
    Kumo no Hashi Chap 12
    Kumo no Hashi Chap.12
    Kumo no Hashi Episode 12
    Kumo no Hashi Ep. 12
    Kumo no Hashi Vol.2 Ch.12
    Kumo no Hashi Vol.02 Ch.012 - Low Tide (en) [Group]
    Kumo no Hashi Vol. 2 Chapter 12
    Kumo no Hashi v02 c012
    Kumo no Hashi v02c012
    Kumo no Hashi - v2 c12
    Kumo_no_Hashi_v02_c012
    Kumo_no_Hashi_c012_[Group]
    Kumo-no-Hashi-c012
    kumo-no-hashi-chapter-12
    Kumo.no.Hashi.c012
    Kumo.no.Hashi.Chapter.12
    Kumo no Hashi 012 (2016) (Digital) (moon)
    Kumo no Hashi 012
    Kumo no Hashi #12
    Kumo no Hashi #012 [Group]
    Kumo no Hashi - 012
    Kumo no Hashi c012 (Digital) [Mangaplus]
    Kumo no Hashi 012 [Mangaplus] (2016)
    Kumo no Hashi c012 [END]
    Kumo no Hashi c012 (END)
    Kumo no Hashi [012]
    Kumo no Hashi [c012]
    Kumo no Hashi (c012)
    Kumo no Hashi (Chapter 12)
    Kumo no Hashi - c012 - Low Tide [Group]
    Kumo no Hashi - c012 - The 100 Tides
    Kumo no Hashi c012 + Omake
    Kumo no Hashi c012-end
  `,
    refused: `
    Kumo no Hashi 第12話
    Kumo no Hashi 12화
    Kumo no Hashi v12
    Kumo no Hashi v12 c120
    Kumo no Hashi c012.5
    Kumo no Hashi c120
    Kumo no Hashi c0125
    Kumo no Hashi c012a
    Kumo no Hashi c011-013
    Kumo no Hashi c001-012
    Kumo no Hashi 012 RAW
    Kumo no Hashi c012 [RAW]
    Kumo no Hashi Ch.12 (fr)
    Kumo no Hashi Vol.2 Ch.12 (es) [Grupo]
    Kumo no Hashi Vol.02 Ch.012 - Low Tide (pt-br) [Grupo]
    Kumo no Hashi Ch.12 (es-la)
    Kumo no Hashi Ch.012 (ru)
    Kumo no Hashi Capitulo 12
    Kumo no Hashi Capítulo 12
    Kumo no Hashi Chapitre 12
    Kumo no Hashi Kapitel 12
    Kumo no Hashi Capitolo 12
    Kumo no Hashi Глава 12
    Kumo no Hashi Extra 12
    Kumo no Hashi Omake 12
    Kumo no Hashi Special 12
    Kumo no Hashi Side Story 12
    Kumo no Hashi Gaiden c012
    Kumo no Hashi Part 2 c012
    Kumo no Hashi Season 2 Ch. 12
    Kumo no Hashi S2 Ch. 12
    Kumo no Hashi 2nd Season 12
    Kumo no Hashi - Tides c012
    Kumo no Hashi (Novel) c012
    Kumo no Hashi Light Novel Chapter 12
    Kumo no Hashi WN Chapter 12
    Kumo no Hashi - 12 [1080p].mkv
    [ABC] Kumo no Hashi - 12 [1080p][AAC]
    [ABC] Kumo no Hashi - 12 (1080p) [ABCD1234].mkv
    [ABC] Kumo no Hashi - 12 [720p]
    Kumo no Hashi Episode 12 English Sub 1080p
    Kumo no Hashi E12 WEBRip x265
    Kumo no Hashi 12 VOSTFR
    Kumo no Hashi c012 Colored
    Kumo no Hashi c012 (Colored)
    Kumo no Hashi c012 [Full Color]
    Kumo no Hashi Colored c012
    Kumo no Hashi c012 Preview
    Kumo no Hashi c012 spoilers
    Kumo no Hashi c011 v12
    Kumo no Hashi ch 1-12
    Kumo no Hashi ch. 12-15
    Kumo no Hashi c001 - c012
  `,
  },
)
