import { expect, test } from 'bun:test'
import { readName } from './read-name.ts'

/** Names by the rule that numbers them: name | series | issue | volume | year, ranges with a hyphen. */
const RULES: [rule: string, kind: 'comic' | 'manga', names: string][] = [
  [
    'a part and a second volume after the first belong to its title',
    'manga',
    `
Blue Orchard - v08 - Part 02 v01.cbz | Blue Orchard |  | 8 | 
Blue Orchard v08 - Part 02 v01 (2016) (Digital).cbz | Blue Orchard |  | 8 | 2016
Blue Orchard Vol 3 - Part 2.cbz | Blue Orchard |  | 3 | `,
  ],
  [
    'numbers after x and + belong to the number',
    'manga',
    `
Blue Orchard - c079x1 (v18) [Moon].cbz | Blue Orchard | 79x1 | 18 | 
Blue Orchard - c079x02 (v18) - p001 [dig] [Kodansha].cbz | Blue Orchard | 79x2 | 18 | 
Blue Orchard v18+1 (2020) (Digital).cbz | Blue Orchard |  | 18+1 | 2020
Blue Orchard v01+02 (2020).cbz | Blue Orchard |  | 1-2 | 2020
Blue Orchard +1 v03.cbz | Blue Orchard +1 |  | 3 | `,
  ],
  [
    'a number in the title of the story does not beat that before the dash',
    'comic',
    `
Blue Orchard 180 - Epilogue 01.cbz | Blue Orchard | 180 |  | 
Blue Orchard 18 - Side Story 01.cbz | Blue Orchard | 18 |  | 
Copper Lantern 405 - 01 of 2 (2011).cbz | Copper Lantern | 405 |  | 2011
Copper Lantern 405 - Low Tide 02 (2011).cbz | Copper Lantern | 405 |  | 2011
Copper Lantern 405 - Book Two - Storm.cbr | Copper Lantern | 405 |  | 
Copper Lantern 3 - 01 of 2 (2011).cbz | Copper Lantern 3 | 1 |  | 2011
Copper Lantern 2077 - Low Tide 02.cbz | Copper Lantern 2077 - Low Tide | 2 |  | 
Top 10 - Low Tide 02.cbz | Top 10 - Low Tide | 2 |  | 
Psycho 100 - Low Tide 02.cbz | Psycho 100 - Low Tide | 2 |  | `,
  ],
  [
    'a number followed by words begins the title of a volume',
    'manga',
    `
Blue Orchard! v18 - 1935-A Deep Marble (2019) (Digital).epub | Blue Orchard! |  | 18 | 2019
Blue Orchard v18 - 1935-B Night.cbz | Blue Orchard |  | 18 | 
Blue Orchard v18 - 3 Lamps.cbz | Blue Orchard |  | 18 | 
Blue Orchard v18 - 045.cbz | Blue Orchard | 45 | 18 | `,
  ],
  [
    'the unit may be in front of the name',
    'manga',
    `
Vol 7 Blue da Orchard.cbz | Blue da Orchard |  | 7 | 
Book 5 Blueorchard.cbz | Blueorchard |  | 5 | 
Tome 3 Verger Bleu (2019).cbz | Verger Bleu |  | 3 | 2019
Vol. 3.cbz |  |  | 3 | 
Volume 3 - Low Tide.cbz |  |  | 3 | 
Volume 3 Extras.cbz |  |  | 3 | `,
  ],
  [
    'words number volumes in the language of their unit',
    'comic',
    `
Copper Lantern Volume Uno (2015).cbr | Copper Lantern |  | 1 | 2015
Copper Lantern Tomo Dos.cbr | Copper Lantern |  | 2 | 
Copper Lantern Tomo Primero.cbr | Copper Lantern |  | 1 | 
Copper Lantern Libro Tres.cbr | Copper Lantern |  | 3 | 
Copper Lantern Band Zwei.cbr | Copper Lantern |  | 2 | 
Copper Lantern Band IV - Das Schiff.cbr | Copper Lantern |  | 4 | 
Copper Lantern Tome Deux.cbr | Copper Lantern |  | 2 | 
Copper Lantern Tome Premier.cbr | Copper Lantern |  | 1 | 
Copper Lantern Volume Um.cbr | Copper Lantern |  | 1 | 
Copper Lantern Livro Dois.cbr | Copper Lantern |  | 2 | 
Copper Lantern Volume Due.cbr | Copper Lantern |  | 2 | 
Copper Lantern Księga XV.cbr | Copper Lantern |  | 15 | 
Copper Lantern Vol. Eleven.cbr | Copper Lantern |  | 11 | 
Copper Lantern Book One (2014) (digital).cbr | Copper Lantern |  | 1 | 2014
Copper Lantern Book Two - Storm (2014).cbr | Copper Lantern |  | 2 | 2014
Copper Lantern Vol Constructor.cbr | Copper Lantern Vol Constructor |  |  | 
The Book of Two Harbors 003.cbr | The Book of Two Harbors | 3 |  | 
Comic Book One 03.cbr | Comic Book One | 3 |  | 
Copper Chapter One 002 (1999).cbr | Copper Chapter One | 2 |  | 1999
Copper Chapter One (1999).cbr | Copper Chapter One |  |  | 1999`,
  ],
  ['words number chapters of manga', 'manga', '\nBlue Orchard - Chapter Two.cbz | Blue Orchard | 2 |  | '],
  [
    'a Korean pack states its number of volumes',
    'manga',
    `
푸른 과수원 전32권 | 푸른 과수원 |  | 1-32 | 
푸른 과수원 총 12권 완.zip | 푸른 과수원 |  | 1-12 | 
푸른 과수원 (1~56권) | 푸른 과수원 |  | 1-56 | 
푸른 과수원 1~39완 | 푸른 과수원 |  | 1-39 | 
푸른 과수원 (1-12완).zip | 푸른 과수원 |  | 1-12 | 
푸른 과수원 1~179완.zip | 푸른 과수원 | 1-179 |  | 
푸른 초전 12권.zip | 푸른 초전 |  | 12 | `,
  ],
  [
    'the halves of a book in East Asia keep their signs',
    'manga',
    `
青い果樹園 上巻.zip | 青い果樹園 |  | 上 | 
青い果樹園 下.zip | 青い果樹園 |  | 下 | 
上巻.cbz |  |  | 上 | 
下巻.zip |  |  | 下 | 
蓝色果园 中卷.zip | 蓝色果园 |  | 中 | 
蓝色果园 卷三.zip | 蓝色果园 |  | 3 | 
上海 03.zip | 上海 | 3 |  | `,
  ],
  [
    'Polish, Spanish and French count in their own words',
    'comic',
    `
Copper Lantern 05 z 20 (1999).cbr | Copper Lantern | 5 |  | 1999
Copper Lantern Z 20.cbr | Copper Lantern Z | 20 |  | 
Copper Lantern 250bis.cbr | Copper Lantern | 250bis |  | 
Copper Lantern 170 al 173 - El Origen.cbr | Copper Lantern | 170-173 |  | 
Copper Lantern 032 al 040.rar | Copper Lantern | 32-40 |  | 
Copper Lantern T 05.cbz | Copper Lantern |  | 5 | 
Copper Lantern - T 5 - Le Frisson.cbz | Copper Lantern |  | 5 | 
Mr. T 002 (1993).cbz | Mr. T | 2 |  | 1993
A Lanterna Edição 12 (2009).cbr | A Lanterna | 12 |  | 2009
A Lanterna - Ed. 12.cbr | A Lanterna | 12 |  | 
Copper Lantern Hors-série 3.cbr | Copper Lantern Hors-série | 3 |  | 
Copper Lantern HS1 - Le Guide.cbr | Copper Lantern HS | 1 |  | `,
  ],
  ['sites in French call a chapter a scan', 'manga', '\nVerger Bleu Scan 045 VF.cbz | Verger Bleu | 45 |  | '],
  [
    'the month and the year of the cover need no brackets',
    'comic',
    `
Copper Lantern 312 Mars 1975.cbr | Copper Lantern | 312 |  | 1975
Copper Lantern 3421 Novembre 2003.cbr | Copper Lantern | 3421 |  | 2003
Copper Lantern 2305 12 août 1996.cbr | Copper Lantern | 2305 |  | 1996
Copper Lantern 2305 August 1996.cbr | Copper Lantern | 2305 |  | 1996
Copper Lantern N° 45 - Juin 1982.cbr | Copper Lantern | 45 |  | 1982
Copper Lantern 14 Abril 1975.cbr | Copper Lantern | 14 |  | 1975
Life on Mars 2012 003.cbr | Life on Mars 2012 | 3 |  | 
Lanterns from Mars 2020 (2020).cbr | Lanterns from Mars 2020 |  |  | 2020`,
  ],
  [
    'the version of a scan is no volume',
    'comic',
    `
Copper Lantern 012 (2011) (v2) (c2c).cbr | Copper Lantern | 12 |  | 2011
Copper Lantern 012 (v2) (2011).cbr | Copper Lantern | 12 |  | 2011
Copper Lantern #12 (v2).cbr | Copper Lantern | 12 |  | 
Copper Lantern (v2) 012 (2011).cbr | Copper Lantern | 12 | 2 | 2011`,
  ],
  [
    'a chapter belongs to the volume after it in brackets',
    'manga',
    `
Blue Orchard - c005 (v2) [Moon].cbz | Blue Orchard | 5 | 2 | 
Blue Orchard - c005 (v02) [Moon].cbz | Blue Orchard | 5 | 2 | `,
  ],
  [
    'the last letter of an acronym is not a marker',
    'comic',
    `
O.C.A.C. 01 (1974).cbr | O.C.A.C. | 1 |  | 1974
N.Y.C. 001 (2011).cbr | N.Y.C. | 1 |  | 2011
T.V. 01.cbr | T.V. | 1 |  | 
V.V.V. 7 (2012).cbr | V.V.V. | 7 |  | 2012
D.V. 8 004.cbr | D.V. 8 | 4 |  | 
O.C.A.C. v2 003.cbr | O.C.A.C. | 3 | 2 | `,
  ],
  [
    'an ISBN is no number',
    'comic',
    `
9781632365128.epub |  |  |  | 
Copper Lantern 9781632365128.epub | Copper Lantern |  |  | 
Copper Lantern v01 9781632365128.epub | Copper Lantern |  | 1 | 
Copper Lantern v01 ISBN 978-1-63236-512-8.epub | Copper Lantern |  | 1 | 
Copper Lantern (2010) (9781632365128).cbz | Copper Lantern |  |  | 2010
Copper_Lantern_vol1_1398374447.cbr | Copper Lantern |  | 1 | 
Copper Lantern 1,000,000 (1998).cbr | Copper Lantern | 1000000 |  | 1998
Copper Lantern 978-980.cbr | Copper Lantern | 978-980 |  | `,
  ],
  [
    'a number in front with a title has no series',
    'manga',
    `
#001 - Title.cbz |  | 1 |  | 
#01 - Part 1.cbz |  | 1 |  | 
0001_[Season 1] Ep. 1.cbz |  | 1 |  | 
0045_[Season 2] Episode 45 - Low Tide.cbz |  | 45 |  | 
Chapter 010 - Special Guest.cbz |  | 10 |  | 
Ch.2 - Special Training.cbz |  | 2 |  | 
Chapter 011.5 - Extra.cbz |  | 11.5 |  | `,
  ],
  [
    'a number in front of a numbered name is its place in a reading order',
    'comic',
    `
01 - Copper Lantern 001 (1990).cbr | Copper Lantern | 1 |  | 1990
003. Copper Lantern 007 (1990).cbr | Copper Lantern | 7 |  | 1990`,
  ],
  [
    "a publisher's name is a series when only a number follows",
    'comic',
    `
Heavy Metal - v18 #06 (1995).cbr | Heavy Metal | 6 | 18 | 1995
Shonen Jump - v05 #03 (2007).cbz | Shonen Jump | 3 | 5 | 2007
Dynamite - 03.cbr | Dynamite | 3 |  | 
Dynamite - Copper Lantern 03 (2010).cbr | Copper Lantern | 3 |  | 2010
Dark Horse Comics 007 (1993).cbr | Dark Horse Comics | 7 |  | 1993
DC.Comics.Presents.014.1979.cbr | DC Comics Presents | 14 |  | 1979
Marvel Comics Presents 014 (1989).cbr | Marvel Comics Presents | 14 |  | 1989
VIZ.Media.Blue.Orchard.Vol.05.2020.Retail.Comic.eBook-BitBook | Blue Orchard |  | 5 | 2020
Kodansha.Comics.Blue.Orchard.Vol.12.2023.HYBRID.COMIC.eBook-BitBook | Blue Orchard |  | 12 | 2023
IDW.Publishing.Copper.Lantern.003.2015.Retail.Comic.eBook-BitBook | Copper Lantern | 3 |  | 2015`,
  ],
  [
    'the quotes around the name of a file win',
    'comic',
    `
"Gold Line" releases (2013.05.01) - "Copper Lantern 05 (of 05) (2013).cbr" yEnc | Copper Lantern | 5 |  | 2013
[1/5] - "Copper Lantern 05 (2013).cbr" yEnc "again" | Copper Lantern | 5 |  | 2013
The "Copper" Lantern 05 (2013).cbr | The "Copper" Lantern | 5 |  | 2013`,
  ],
  [
    'a range has ends of one width',
    'manga',
    `
Kaiju No. 8 - 045.cbz | Kaiju No. 8 | 45 |  | 
Kaiju No. 8 v05 (2022).cbz | Kaiju No. 8 |  | 5 | 2022`,
  ],
  [
    'a part beside a volume is one of the volume',
    'manga',
    `
Blue Orchard - Volume 7 Part 2.cbz | Blue Orchard |  | 7 | 
Blue Orchard v07 Part 2 (2012).cbz | Blue Orchard |  | 7 | 2012
Blue Orchard Volumes 1 - 7, Parts 1-198 | Blue Orchard | 1-198 | 1-7 | `,
  ],
  [
    'a total after a marked number is not a number',
    'comic',
    `
Copper Lantern - Part 2 of 4 (1989).cbr | Copper Lantern | 2 |  | 1989
Copper Lantern - Parte 2 de 4 (1989).cbr | Copper Lantern | 2 |  | 1989
Copper Lantern Vol. 2 of 4 (2010).cbr | Copper Lantern |  | 2 | 2010
Copper Lantern 012 - Low Tide Part 2 of 4 (1989).cbr | Copper Lantern | 12 |  | 1989
Copper Lantern Band 1 2. Auflage.cbr | Copper Lantern |  | 1 | `,
  ],
  [
    'words number books by their type and in front of it',
    'comic',
    `
Copper Lantern Compendium Four (2019).cbz | Copper Lantern Compendium |  | 4 | 2019
Copper Lantern Book Three Deluxe Edition (2019).cbz | Copper Lantern |  | 3 | 2019
Copper Lantern Vol. Twenty-One.cbr | Copper Lantern |  | 21 | 
Copper Lantern Księga Druga.cbr | Copper Lantern |  | 2 | 
Copper Lantern Tom Trzeci.cbr | Copper Lantern |  | 3 | 
Copper Lantern Tom IV.cbr | Copper Lantern |  | 4 | 
Peeping Tom 2 (1999).cbr | Peeping Tom | 2 |  | 1999
Copper Lantern Книга вторая.cbr | Copper Lantern |  | 2 | 
Copper Lantern Issue Four (2012).cbz | Copper Lantern | 4 |  | 2012`,
  ],
  [
    "the part of the story, written in words, is a chapter's title",
    'manga',
    `
Chapter 20 - Volume Two.cbz |  | 20 |  | 
Blue Orchard Chapter 20 - Volume 2.cbz | Blue Orchard | 20 | 2 | `,
  ],
  [
    'a season directly in front of a chapter is not part of the name',
    'manga',
    `
Blue Orchard Season 2 Ep. 14.cbz | Blue Orchard | 14 |  | 
Blue Orchard Season 5 Chapter 175.cbz | Blue Orchard | 175 |  | 
Blue Orchard Season 2 014.cbz | Blue Orchard Season 2 | 14 |  | `,
  ],
  [
    'brackets contain the name, the edition and the volume',
    'manga',
    `
[Comic][青い果樹園][完全版][第12卷].zip | 青い果樹園 |  | 12 | 
[Moon][青い果樹園][卷42].zip | 青い果樹園 |  | 42 | 
青い果樹園 (上).zip | 青い果樹園 |  | 上 | 
上.zip |  |  | 上 | `,
  ],
  [
    'two volumes in a row are a range',
    'manga',
    `
Blue Orchard v18+19 (2020).cbz | Blue Orchard |  | 18-19 | 2020`,
  ],
  [
    'the year and the letter of a story number no volume',
    'manga',
    `
Blue Orchard! v22 - 1935-E.epub | Blue Orchard! |  | 22 | 
Blue Orchard! v18 1935-A Deep Marble.epub | Blue Orchard! |  | 18 | `,
  ],
  [
    'a slash in brackets counts the files of a post',
    'comic',
    `
(Comics) [2/9] - "Copper Lantern 066 (2023).cbr" yEnc (1/120) | Copper Lantern | 66 |  | 2023`,
  ],
  [
    'in the folder of its series a number in front of the name is its place in a reading order',
    'comic',
    `
Copper Lantern/42 Copper Lantern (First Comics) 30 USA.cbr | Copper Lantern | 30 |  | 
100 Lanterns/100 Lanterns 30.cbr | 100 Lanterns | 30 |  | `,
  ],
  [
    'books outside the series have a number glued to their letters',
    'comic',
    `
HS03 - Le Guide.cbr | HS | 3 |  | `,
  ],
  [
    'the name of a company may have three words, or blanks of dots',
    'manga',
    `
Seven.Seas.Entertainment.Blue.Orchard.Vol.12.2024.Retail.eBook-Moon | Blue Orchard |  | 12 | 2024
Square.Enix.Manga.Blue.Orchard.Vol.03.2019.Retail.eBook-Moon | Blue Orchard |  | 3 | 2019
Square.Enix.Blue.Orchard.Vol.05.2021.Retail.COMIC.eBook-Moon | Blue Orchard |  | 5 | 2021
Seven Seas Orchard v05 (2021).cbz | Seven Seas Orchard |  | 5 | 2021
Image.Comics.Copper.Lantern.No.67.2024.Retail.Comic.eBook-Moon | Copper Lantern | 67 |  | 2024`,
  ],
  [
    'a complete range counts volumes however its sign is written',
    'manga',
    `
푸른 과수원 [전32권 완] | 푸른 과수원 |  | 1-32 | 
푸른 과수원 1-39 완 | 푸른 과수원 |  | 1-39 | 
푸른 과수원 1-12(완).zip | 푸른 과수원 |  | 1-12 | 
푸른 과수원 12(완).zip | 푸른 과수원 | 12 |  | 
蓝色果园 全三册.zip | 蓝色果园 |  | 1-3 | 
蓝色果园 番外篇2.cbz | 蓝色果园 番外篇 | 2 |  | `,
  ],
  [
    'totals, ranges and second numbers are read apart from their number',
    'comic',
    `
Copper Lantern (05 z 20).cbr | Copper Lantern | 5 |  | 
Copper Lantern 05 sur 20.cbr | Copper Lantern | 5 |  | 
Copper Lantern 250 bis.cbr | Copper Lantern | 250bis |  | 
Copper Lantern 170 bis 173.cbr | Copper Lantern | 170-173 |  | 
Copper Lantern 170 au 173.cbr | Copper Lantern | 170-173 |  | 
Copper Lantern T 05 Le Frisson.cbr | Copper Lantern |  | 5 | 
Copper Lantern [T 05].cbr | Copper Lantern |  | 5 | 
Mr. T 05 (1993).cbz | Mr. T | 5 |  | 1993`,
  ],
  [
    'months may be shortened, joined and followed by two digits of their year',
    'comic',
    `
Copper Lantern 312 mai-juin 1975.cbr | Copper Lantern | 312 |  | 1975
Copper Lantern 312 Mai 75.cbr | Copper Lantern | 312 |  | 1975
Copper Lantern 45 May 95.cbr | Copper Lantern | 45 |  | 1995
Copper Lantern 4 Déc 1982.cbr | Copper Lantern | 4 |  | 1982
Copper Lantern 045 Mayo de 1982.cbr | Copper Lantern | 45 |  | 1982
Copper Lantern Février 1982.cbr | Copper Lantern |  |  | 1982
Lanterns from Mars 75.cbr | Lanterns from Mars | 75 |  | `,
  ],
  [
    'the version of a scan may also follow the date',
    'comic',
    `
Copper Lantern (2011) (v2) (c2c).cbr | Copper Lantern |  |  | 2011
Copper Lantern - Low Tide (2011) (v2).cbr | Copper Lantern - Low Tide |  |  | 2011
Copper Lantern Annual 2 (v2) (2011).cbr | Copper Lantern Annual | 2 |  | 2011
Copper Lantern (v2) (2011).cbr | Copper Lantern |  | 2 | 2011`,
  ],
  [
    'quotes of posts may be entities or those of books',
    'comic',
    `
&quot;Gold Line&quot; releases - &quot;Copper Lantern 05 (2013).cbr&quot; yEnc | Copper Lantern | 5 |  | 2013
&amp;quot;Copper Lantern 05 (2013).cbr&amp;quot; yEnc | Copper Lantern | 5 |  | 2013
“Gold Line” releases – “Copper Lantern 05 (2013).cbr” yEnc | Copper Lantern | 5 |  | 2013`,
  ],
  [
    'a number beside its date, its season or its count is the issue',
    'manga',
    `
(Blue Orchard) 045 octobre 1981.cbr | Blue Orchard | 45 |  | 1981
Blue Orchard - S3 E212.cbz | Blue Orchard | 212 |  | 
86 -Orchard- Alter 1.cbz | 86 -Orchard- Alter | 1 |  | 
86 - Orchard 1.cbz | Orchard | 1 |  | `,
  ],
  [
    'a weekly is numbered after its year, and a book by its type',
    'comic',
    `
Copper Lantern Weekblad 2015-34.cbr | Copper Lantern Weekblad | 34 |  | 2015
Copper Lantern 1996-98.cbr | Copper Lantern |  |  | 1996
Copper Lantern - The Graphic Novel 02 (of 06) (2013).cbr | Copper Lantern - The Graphic Novel | 2 |  | 2013`,
  ],
  [
    'two issues in a row are a range, and a version is a part of the name',
    'comic',
    `
Copper Lantern 426, 427 (1988).cbr | Copper Lantern | 426-427 |  | 1988
Copper Lantern 426+427 (1988).cbr | Copper Lantern | 426-427 |  | 1988
Copper Lantern 2.0 v02 - Low Tide (2014).cbz | Copper Lantern 2.0 |  | 2 | 2014`,
  ],
  [
    'the unit and its number in words may be in front of the name',
    'comic',
    `
Book Five Blueorchard.cbz | Blueorchard |  | 5 | 
Copper Lantern/Book Two - Storm.cbz | Copper Lantern |  | 2 | 
Copper Lantern/Book Two.cbz | Copper Lantern |  | 2 | 
Episode One 003.cbz | Episode One | 3 |  | 
Book One Lantern 003.cbz | Book One Lantern | 3 |  | `,
  ],
  [
    'a marked number after a dash is the chapter',
    'manga',
    `
Blue Orchard 2 - Chapter 12.cbz | Blue Orchard 2 | 12 |  | 
Blue Orchard 180 - Epilogue 01.cbz | Blue Orchard | 180 |  | `,
  ],
  [
    'the known name of a publisher may be that of its company',
    'comic',
    `
Chapterhouse Comics - Copper Lantern 12 (2016).cbz | Copper Lantern | 12 |  | 2016
Avatar Press - Copper Lantern 12 (2016).cbz | Copper Lantern | 12 |  | 2016
Moon Comics - Copper Lantern 12 (2016).cbz | Moon Comics - Copper Lantern | 12 |  | 2016`,
  ],
]

const range = (from: string, to: string) => (to === '' ? from : `${from}-${to}`)

for (const [rule, kind, names] of RULES) {
  test(rule, () => {
    for (const row of names.slice(1).split('\n')) {
      const name = row.slice(0, row.indexOf(' | '))
      const { series, issue, issue_end, volume, volume_end, year } = readName(name, { kind, year: 2026 })
      const numbers = [range(issue.replaceAll(',', ''), issue_end), range(volume, volume_end)]
      expect([name, series, ...numbers, year].join(' | ')).toBe(row)
    }
  })
}

test('words after a number are its title, not its unit', () => {
  const special = (name: string) => readName(name, { kind: 'manga', year: 2026 })
  expect(special('Chapter 010 - Special Guest.cbz')).toMatchObject({ special: '', title: 'Special Guest' })
  expect(special('Ch.2 - Special Training.cbz')).toMatchObject({ special: '', title: 'Special Training' })
  expect(special('Chapter 011.5 - Extra.cbz')).toMatchObject({ special: '', title: 'Extra' })
  const oneShot = readName('Blue Orchard Chapter 0 - One-Shot.cbz', { kind: 'manga', year: 2026 })
  expect(oneShot).toMatchObject({ title: 'One-Shot', format: '', scan_group: '' })
  expect(special('Blue Orchard Special 2.cbz')).toMatchObject({ special: 'Special', issue: '2' })
  expect(special('Blue Orchard 012 Special.cbz').special).toBe('Special')
})

test('books outside the numbering and complete editions are marked as such', () => {
  const read = (name: string) => readName(name, { kind: 'comic', year: 2026 })
  expect(read('Copper Lantern HS 03.cbr')).toMatchObject({ special: 'HS', issue: '3' })
  expect(read('Copper Lantern Hors Série 02 - Le Guide.cbr')).toMatchObject({ special: 'Hors Série', issue: '2' })
  expect(read('Copper Lantern Sonderband 3.cbr')).toMatchObject({ special: 'Sonderband', issue: '3' })
  expect(read('Copper Lantern - Intégrale.cbr').format).toBe('omnibus')
  expect(read("Copper Lantern - L'intégrale 2 (2018).cbr")).toMatchObject({ format: 'omnibus', volume: '2' })
  expect(read('Copper Lantern Integral.cbr').format).toBe('omnibus')
  expect(read('Copper Lantern Gesamtausgabe 2.cbr')).toMatchObject({ format: 'omnibus', volume: '2' })
})

test('an ISBN is kept as an id', () => {
  const { ids } = readName('Copper Lantern v01 ISBN 978-1-63236-512-8.epub', { year: 2026 })
  expect(ids).toEqual(['978-1-63236-512-8'])
  for (const name of ['Copper Lantern (ISBN 9781632365128).epub', 'Copper Lantern ISBN9781632365128.epub'])
    expect(readName(name, { year: 2026 })).toMatchObject({ series: 'Copper Lantern', ids: ['9781632365128'] })
  expect(readName('9781632365128.epub', { year: 2026 })).toMatchObject({ series: '', alt_series: '' })
})

test('a leading publisher is the publisher', () => {
  const read = (name: string) => readName(name, { year: 2026 }).publisher
  expect(read('VIZ.Media.Blue.Orchard.Vol.05.2020.Retail.Comic.eBook-BitBook')).toBe('VIZ Media')
  expect(read('Heavy Metal - v18 #06 (1995).cbr')).toBe('')
})

test('a group is neither an edition nor a book type, whatever its first word', () => {
  const read = (group: string) => readName(`Blue Orchard c003 ${group}.cbz`, { kind: 'manga', year: 2026 })
  for (const group of ['Omnibus Scans', 'One-Shot Scans', 'Deluxe Scans', 'Black Box', 'Special Ops', 'Extra Scans'])
    expect(read(`[${group}]`)).toMatchObject({ scan_group: group, format: '', edition: '', special: '' })
  expect(read('[Box Set]').format).toBe('box set')
  expect(read('(Special Edition)').special).toBe('Special Edition')
})
