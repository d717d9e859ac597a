import { expect, test } from 'bun:test'
import { readName } from './read-name.ts'

/** Names from people's disks, by origin: name | series | issue | volume | year. */
const SHELVES: [shelf: string, kind: 'comic' | 'manga', names: string][] = [
  [
    'western singles',
    'comic',
    `
G.I. Joe - A Real American Hero 301 (2023) (Digital) (Li'l-Empire).cbz | G.I. Joe - A Real American Hero | 301 |  | 2023
Crossed + One Hundred 012 (2016) (digital) (Minutemen-Wolverine).cbz | Crossed + One Hundred | 12 |  | 2016
Something Is Killing the Children 040 (2024) (digital) (d'argh-Empire).cbr | Something Is Killing the Children | 40 |  | 2024
Spawn 350 (2024) (Digital) (Mephisto-Empire).cbz | Spawn | 350 |  | 2024
Fantastic.Four.v7.012.2023.Digital.Empire.cbz | Fantastic Four | 12 | 7 | 2023
Four Color 0386 - Uncle Scrooge (Dell 1952).cbr | Four Color | 386 |  | 1952
Love & Rockets v4 12 (2022) (digital).cbr | Love & Rockets | 12 | 4 | 2022
1963 Book One - Mystery Incorporated (1993).cbr | 1963 |  | 1 | 1993
Nemesis the Warlock - Book 3 (1984).cbr | Nemesis the Warlock |  | 3 | 1984
Tank Girl - Two Girls, One Tank 3 of 4 (2016).cbz | Tank Girl - Two Girls, One Tank | 3 |  | 2016
Y.T. 003 (2015).cbr | Y.T. | 3 |  | 2015
Avengers 001.MU (2017) (Digital).cbr | Avengers | 1.MU |  | 2017
Battle Action Special (2022) (digital) (Minutemen-juvecube).cbz | Battle Action Special |  |  | 2022
Thor 01 - The God of Hammers (2020).cbz | Thor | 1 |  | 2020
ROM v2 04 (2016) (5 covers) (digital) (Knight Ripper-Empire).cbr | ROM | 4 | 2 | 2016
Walt Disney's Comics and Stories 743 (2018) (digital) (Salem-Empire).cbz | Walt Disney's Comics and Stories | 743 |  | 2018
Uncle Scrooge 405 - 01 of 2 (2011).cbz | Uncle Scrooge | 405 |  | 2011
Ex Machina (2004) #50 (Wildstorm) (2010) (c2c).cbr | Ex Machina | 50 |  | 2010
O.M.A.C. 01 (1974).cbr | O.M.A.C. | 1 |  | 1974
E.C. Classics 05.cbr | E.C. Classics | 5 |  | 
Area 51 002.cbr | Area 51 | 2 |  | 
Batman - Gotham Knights - Gilded City 01 (of 06) (2022) (digital).cbz | Batman - Gotham Knights - Gilded City | 1 |  | 2022
TMNT - Urban Legends 026 (2020) (digital) (Li'l-Empire).cbr | TMNT - Urban Legends | 26 |  | 2020
DC - The Penguin 2023 No 09 2024 HYBRID COMIC eBook-21A1 | The Penguin | 9 |  | 2024
Image.Comics.Saga.No.67.2024.Retail.Comic.eBook-BitBook | Saga | 67 |  | 2024
Dark.Horse.Comics.Hellboy.in.Love.No.02.2022.HYBRID.COMIC.eBook-21A1 | Hellboy in Love | 2 |  | 2022`,
  ],
  [
    'trades and books',
    'comic',
    `
Invincible Compendium v02 (2013) (digital) (Minutemen-Syl3ntBob).cbr | Invincible Compendium |  | 2 | 2013
The Walking Dead Compendium Four (2019) (digital).cbz | The Walking Dead Compendium |  | 4 | 2019
Blankets (2003) (GN) (digital).cbz | Blankets |  |  | 2003
Sandman Mystery Theatre Book Two (2017) (Digital).cbr | Sandman Mystery Theatre |  | 2 | 2017
Swamp Thing by Alan Moore - Saga of the Swamp Thing Book 3 (2013).cbr | Swamp Thing by Alan Moore - Saga of the Swamp Thing |  | 3 | 2013
Preacher - Book Six (2014) (digital).cbz | Preacher |  | 6 | 2014
Scott Pilgrim v05 - vs. the Universe (2009) (Color Edition) (digital).cbr | Scott Pilgrim |  | 5 | 2009
Aama v04 - You Will Be Glorious, My Daughter (SelfMadeHero) (2016).cbr | Aama |  | 4 | 2016
Spider-Man - Blue (TPB) (2003).cbr | Spider-Man - Blue |  |  | 2003
Judge Dredd - The Complete Case Files 05 (2006).cbr | Judge Dredd - The Complete Case Files | 5 |  | 2006
9780785194019.epub |  |  |  | 
Saga - Compendium One (2019) (digital) (Zone-Empire).cbz | Saga - Compendium |  | 1 | 2019
Saga Book Three Deluxe Edition (2019).cbz | Saga |  | 3 | 2019
Transmetropolitan Vol 10 - One More Time (2004).cbr | Transmetropolitan |  | 10 | 2004
Promethea Book Five (2006).cbz | Promethea |  | 5 | 2006
Fun Home (2006) (Digital) (Mariner).epub | Fun Home |  |  | 2006
Persepolis 2 - The Story of a Return (2004).cbr | Persepolis | 2 |  | 2004
Absolute Planetary Book One (2005).cbr | Absolute Planetary |  | 1 | 2005
Rick and Morty Compendium v01 (2022) (digital).cbr | Rick and Morty Compendium |  | 1 | 2022
The Sandman Deluxe Edition Book Four (2022).cbz | The Sandman Deluxe Edition |  | 4 | 2022
Batman by Scott Snyder and Greg Capullo Omnibus v02 (2022) (digital).cbz | Batman by Scott Snyder and Greg Capullo |  | 2 | 2022
9781401248192.pdf |  |  |  | 
Saga v01 - 9781607066019.epub | Saga |  | 1 | `,
  ],
  [
    'annuals, specials and one-shots',
    'comic',
    `
Detective Comics 2024 Annual 001 (2024) (Webrip).cbz | Detective Comics Annual | 1 |  | 2024
Beano Annual 1978.cbr | Beano Annual |  |  | 1978
Hellboy - Krampusnacht (2017) (digital) (Son of Ultron-Empire).cbr | Hellboy - Krampusnacht |  |  | 2017
Vampirella Halloween Special One-Shot (2018) (5 covers) (digital).cbz | Vampirella Halloween Special |  |  | 2018
Free Comic Book Day 2015 (Secret Wars) 000 (2015).cbr | Free Comic Book Day 2015 | 0 |  | 2015
Marvel Holiday Special 1994 (1995).cbr | Marvel Holiday Special 1994 |  |  | 1995
Sensation Comics Special (1999) (digital).cbz | Sensation Comics Special |  |  | 1999
Afterword.cbz | Afterword |  |  | 
Grimm Fairy Tales Presents 2023 Holiday Special (2023) (digital).cbr | Grimm Fairy Tales Presents 2023 Holiday Special |  |  | 2023
The Goon - One for the Road (2014) (one-shot) (digital).cbr | The Goon - One for the Road |  |  | 2014
Superman 80-Page Giant 2011 (2011).cbr | Superman 80-Page Giant 2011 |  |  | 2011
Sonderband 1.cbr | Sonderband | 1 |  | 
Gesamtausgabe 1.cbz | Gesamtausgabe |  | 1 | 
Intégrale 2.cbz | Intégrale |  | 2 | `,
  ],
  [
    'French albums',
    'comic',
    `
Blacksad - T07 - Alors, tout tombe - 2ème partie (2023).cbr | Blacksad |  | 7 | 2023
XIII Mystery T13 Judith Warner.cbr | XIII Mystery |  | 13 | 
De Cape et de Crocs - Hors-série - Bonus.cbz | De Cape et de Crocs - Hors-série - Bonus |  |  | 
Les Cités obscures - Intégrale - Livre 2 (2018).cbz | Les Cités obscures - Intégrale |  | 2 | 2018
Spirou 4421 - 5 janvier 2023.pdf | Spirou | 4421 |  | 2023
Journal de Mickey N° 3512 octobre 2019.pdf | Journal de Mickey | 3512 |  | 2019
Fluide Glacial N°545 Mars 2022.cbz | Fluide Glacial | 545 |  | 2022
Le Chat du Rabbin Tome Neuf (2019).cbr | Le Chat du Rabbin |  | 9 | 2019
Tintin 23bis - Tintin et l'Alph-Art.cbr | Tintin | 23bis |  | 
Alix Senator T.12 Le disque d'Osiris.cbr | Alix Senator |  | 12 | 
Les Nombrils - T09 - À l'amour, à la haine (2023).cbz | Les Nombrils |  | 9 | 2023
Seuls - T 13 - Les âmes tigrées.cbz | Seuls |  | 13 | 
Le Journal de Spirou 4352 8 septembre 2021.cbz | Le Journal de Spirou | 4352 |  | 2021
Pif Gadget 123 Juillet 1971.cbr | Pif Gadget | 123 |  | 1971
Murena - Chapitre onzième - Lemuria (2020).cbr | Murena - Chapitre onzième - Lemuria |  |  | 2020
Donjon Crépuscule - T111 - La fin du donjon.cbr | Donjon Crépuscule |  | 111 | 
Universal War One - Tome Premier.cbr | Universal War One |  | 1 | 
Sillage T.22 - Transfert.cbz | Sillage |  | 22 | 
(AUT) Franquin - Spirou et Fantasio - 08 - La mauvaise tête.cbr | Franquin - Spirou et Fantasio | 8 |  | `,
  ],
  [
    'German albums and weeklies',
    'comic',
    `
Lustiges Taschenbuch Sonderband 3 - Spuk.cbr | Lustiges Taschenbuch Sonderband | 3 |  | 
Das Schwarze Auge Band Drei.cbz | Das Schwarze Auge |  | 3 | 
Spirou und Fantasio Gesamtausgabe 09 (2010).cbr | Spirou und Fantasio Gesamtausgabe |  | 9 | 2010
Storm Bd. 12 - Die Von-Neumann-Maschine.cbr | Storm |  | 12 | 
Micky Maus 1965 Nr. 12.cbr | Micky Maus | 12 |  | 1965
Gespenster Geschichten 1234 (Bastei).cbr | Gespenster Geschichten | 1234 |  | 
Mosaik 007 - Sieg (1957).cbr | Mosaik | 7 |  | 1957
Clever & Smart Band 1 2. Auflage.cbr | Clever & Smart |  | 1 | 
Das Zelt des Orion Buch Zwei.cbr | Das Zelt des Orion |  | 2 | 
Sigurd 15 März 1954.cbr | Sigurd | 15 |  | 1954
Isnogud.Band.19.GERMAN.eComic-BOOKLOVER | Isnogud |  | 19 | `,
  ],
  [
    'Spanish and Portuguese comics',
    'comic',
    `
Superlópez 45 al 48.rar | Superlópez | 45-48 |  | 
Akira Tomo Cuatro (1992).cbr | Akira |  | 4 | 1992
El Eternauta - Integral (2012).cbz | El Eternauta - Integral |  |  | 2012
Mafalda - Tomo II.cbr | Mafalda |  | 2 | 
Turma da Mônica Jovem - Edição 45 (2012).cbr | Turma da Mônica Jovem | 45 |  | 2012
Almanaque do Tio Patinhas n° 12 (1995).cbr | Almanaque do Tio Patinhas | 12 |  | 1995
Chico Bento - Volume Três (1999).cbr | Chico Bento |  | 3 | 1999
Batman Ano Um - Parte 2 de 4 (1989).cbr | Batman Ano Um | 2 |  | 1989
El Víbora 156 mayo 1992.cbr | El Víbora | 156 |  | 1992
Novela Gráfica - Livro Um (2001).cbz | Novela Gráfica |  | 1 | 2001
El Capitán Trueno 170 al 173 - La cueva.cbr | El Capitán Trueno | 170-173 |  | 
Mortadelo - Super Humor Tomo 12.cbr | Mortadelo - Super Humor |  | 12 | 
Hazañas Bélicas 250bis.cbr | Hazañas Bélicas | 250bis |  | 
Sandman Edición Deluxe Tomo Uno.cbr | Sandman Edición Deluxe |  | 1 | 
Patoruzú - Libro Primero (1958).cbr | Patoruzú |  | 1 | 1958
Alack Sinner - Integral 01 (2017).cbr | Alack Sinner - Integral |  | 1 | 2017
O Pato Donald 1500 Agosto 1980.cbr | O Pato Donald | 1500 |  | 1980
Tex Coleção Vol. Dois.cbr | Tex Coleção |  | 2 | `,
  ],
  [
    'Italian, Polish, Dutch and Scandinavian comics',
    'comic',
    `
Tex 725 - La banda - Marzo 2021.pdf | Tex | 725 |  | 2021
Nathan Never - Volume Due (2003).cbr | Nathan Never |  | 2 | 2003
Corto Maltese 03 su 12 (2009).cbr | Corto Maltese | 3 |  | 2009
Thorgal - Tom 38 - Selkie (2020).cbr | Thorgal |  | 38 | 2020
Kajko i Kokosz - Księga V.cbr | Kajko i Kokosz |  | 5 | 
Tytus, Romek i A'Tomek Księga XII - Tytus zdobywa.cbz | Tytus, Romek i A'Tomek |  | 12 | 
Relax 14 (1977).cbr | Relax | 14 |  | 1977
Nero D034 - De Zwarte Toren.cbr | Nero D034 - De Zwarte Toren |  |  | 
Kalle Anka & C:o 2019 nr 45.cbr | Kalle Anka & C:o | 45 |  | 2019
Čtyřlístek 100 - Výprava.cbr | Čtyřlístek | 100 |  | 
Zagor Gigante n° 500.cbr | Zagor Gigante | 500 |  | 
Ken Parker Libro Tre.cbr | Ken Parker |  | 3 | 
Julia 050 - Dicembre 2002.cbr | Julia | 50 |  | 2002
Orfani - Volume Uno (2014).cbz | Orfani |  | 1 | 2014
Funky Koval - Księga I.cbr | Funky Koval |  | 1 | 
Tytus Romek i Atomek 05 z 31.cbr | Tytus Romek i Atomek | 5 |  | 
Świat Młodych 045 maj 1979.cbr | Świat Młodych | 45 |  | 1979
Jommeke 305 - De gouden jaguar.cbr | Jommeke | 305 |  | 
Anders And & Co. 2003 Nr. 12.cbr | Anders And & Co. | 12 |  | 2003
Thorgal 12 av 30.cbr | Thorgal | 12 |  | `,
  ],
  [
    'manga volumes',
    'manga',
    `
Ranma ½ (2-in-1 Edition) v08 (2015) (Digital) (AnHeroGold-Empire).cbz | Ranma ½ |  | 8 | 2015
2.5 Dimensional Seduction v09 (2024) (Digital) (danke-Empire).cbz | 2.5 Dimensional Seduction |  | 9 | 2024
Vinland Saga - Book Twelve (2020) (Digital).cbz | Vinland Saga |  | 12 | 2020
Vol 12 Spy x Family (2024).cbz | Spy x Family |  | 12 | 2024
Kodansha.Comics.Blue.Lock.Vol.18.2025.Retail.Comic.eBook-BitBook | Blue Lock |  | 18 | 2025
VIZ.Media.Dandadan.Vol.09.2024.HYBRID.COMIC.eBook-BitBook | Dandadan |  | 9 | 2024
Seven.Seas.Entertainment.Made.in.Abyss.Vol.12.2024.Retail.eBook-DECiBEL | Made in Abyss |  | 12 | 2024
JoJo's Bizarre Adventure v12 - Part 03 Stardust Crusaders v08.cbz | JoJo's Bizarre Adventure |  | 12 | 
Alice 19th v02.cbz | Alice 19th |  | 2 | 
Uzumaki (3-in-1) (2013) (Digital) (LostNerevarine-Empire).cbz | Uzumaki |  |  | 2013
Yotsuba&! v15 (2021) (Digital) (Shizu).cbz | Yotsuba&! |  | 15 | 2021
One Piece - Digital Colored Comics v067 (2014).cbz | One Piece - Digital Colored Comics |  | 67 | 2014
Bungo Stray Dogs - Volume 7 Part 2.cbz | Bungo Stray Dogs |  | 7 | 
Monster v18+1 (2002) [Fansub].cbz | Monster |  | 18+1 | 2002
I'm Standing on a Million Lives v15 (2023) (Digital) (danke-Empire).cbz | I'm Standing on a Million Lives |  | 15 | 2023
Yen.Press.Bungo.Stray.Dogs.Vol.24.2024.Retail.COMIC.eBook-BitBook | Bungo Stray Dogs |  | 24 | 2024
[VIZ] One-Punch Man v29 (2024).cbz | One-Punch Man |  | 29 | 2024
Gantz G v03 (2019) (Digital) (anadius).cbz | Gantz G |  | 3 | 2019
Book 5 Dandadan.cbz | Dandadan |  | 5 | 
Vol 7 Dan da Dan.cbz | Dan da Dan |  | 7 | 
Tome 3 - Death Note.cbz |  |  | 3 | 
Black Butler v33 (2023) (Digital) (anadius-Empire).cbz | Black Butler |  | 33 | 2023
My Hero Academia - Team-Up Missions v05 (2024) (Digital).cbz | My Hero Academia - Team-Up Missions |  | 5 | 2024
A Silent Voice - Complete Collector's Edition 1 (2021).cbz | A Silent Voice - Complete Collector's Edition | 1 |  | 2021
Battle Angel Alita v08 - Part 02 v01.cbz | Battle Angel Alita |  | 8 | 
xxxHOLiC Rei v04 (2018) (Digital).cbz | xxxHOLiC Rei |  | 4 | 2018`,
  ],
  [
    'manga chapters and scanlators',
    'manga',
    `
[Deluxe Scans] Dogs - Bullets & Carnage Ch.45.zip | Dogs - Bullets & Carnage | 45 |  | 
Chainsaw Man - c079x1 (v09) [VIZ Media].cbz | Chainsaw Man | 79x1 | 9 | 
Solo Leveling 180 - Epilogue 01.cbz | Solo Leveling | 180 |  | 
Ch.12 - Extra Large.cbz |  | 12 |  | 
Hunter x Hunter 401 [TCB Scans].cbz | Hunter x Hunter | 401 |  | 
Boku no Hero Academia Ch 430.1v2 [Fallen Angels].zip | Boku no Hero Academia | 430.1 |  | 
Volume 11 Chapter 95 Part 2.cbz |  | 95 | 11 | 
#001 - The Beginning.cbz |  | 1 |  | 
#01 - Part 1.cbz |  | 1 |  | 
Gintama_704_[KefiScans].zip | Gintama | 704 |  | 
One Piece 1100 - Thank You, Bonney.cbz | One Piece | 1100 |  | 
Ch.001 - Prologue.cbz |  | 1 |  | 
Solanin v01 c08 [INKR].cbz | Solanin | 8 | 1 | 
Nana - c084.5 (Junko's Room 710).zip | Nana | 84.5 |  | 
Hajime no Ippo Round 1450.cbz | Hajime no Ippo Round | 1450 |  | 
Bloom Into You Ch.45-Final Stop.cbz | Bloom Into You | 45 |  | 
#12 - Storm.cbz |  | 12 |  | 
One Piece Scan 1101 VF.cbz | One Piece | 1101 |  | 
One Piece Capítulo 1101.cbz | One Piece | 1101 |  | `,
  ],
  [
    'webtoons and Korean volumes',
    'manga',
    `
0001_[Season 1] Ep. 1.cbz |  | 1 |  | 
Lookism Ep.500.zip | Lookism | 500 |  | 
The Beginning After the End Season 5 Chapter 175.cbz | The Beginning After the End | 175 |  | 
원피스 전105권.zip | 원피스 |  | 1-105 | 
슬램덩크 (1~31권) 완결.zip | 슬램덩크 |  | 1-31 | 
열혈강호 1~86완.zip | 열혈강호 |  | 1-86 | 
미생 제9권.cbz | 미생 |  | 9 | 
0123_Episode 123.cbz |  | 123 |  | 
재혼 황후 150화.zip | 재혼 황후 | 150 |  | 
나루토 전72권 완결.zip | 나루토 |  | 1-72 | 
[학산] 원피스 100권.cbz | 원피스 |  | 100 | 
프롤로그.cbz | 프롤로그 |  |  | `,
  ],
  [
    'Chinese and Japanese volumes',
    'manga',
    `
(一般コミック) [諫山創] 進撃の巨人 第34巻.rar | 進撃の巨人 |  | 34 | 
三体 上巻.zip | 三体 |  | 上 | 
下卷.cbz |  |  | 下 | 
海贼王 第1100话.cbz | 海贼王 | 1100 |  | 
[Comic][ドラゴンボール][完全版][第12卷].zip | ドラゴンボール |  | 12 | 
鬼滅の刃 (23).zip | 鬼滅の刃 | 23 |  | 
銀魂 77巻 完結.zip | 銀魂 |  | 77 | 
中巻.zip |  |  | 中 | 
斗罗大陆 第十二卷.zip | 斗罗大陆 |  | 12 | 
[Kmoe][七龙珠][卷42].mobi | 七龙珠 |  | 42 | 
[Mox.moe][葬送的芙莉莲]卷12.epub | 葬送的芙莉莲 |  | 12 | `,
  ],
  [
    'usenet subjects',
    'comic',
    `
(Comics) [2/9] - "Saga 066 (2023) (Digital) (Zone-Empire).cbr" yEnc (1/120) | Saga | 66 |  | 2023
"Elfquest - The Final Quest 024 (2018).cbr.vol07+08.par2" yEnc | Elfquest - The Final Quest | 24 |  | 2018
[123456]-[FULL]-[#a.b.comics.dcp]-[ Hawkeye 021 (2015) ]-[1/9] - "Hawkeye 021 (2015) (Digital) (Zone-Empire).cbr" yEnc (01/98) | Hawkeye | 21 |  | 2015
"Best of 2019" set - "East of West 045 (2019) (Digital).cbz" yEnc | East of West | 45 |  | 2019
Requested by fan (3/7) "The Goon 032 (2009) (c2c).cbr" yEnc (11/67) | The Goon | 32 |  | 2009
Fills [03/40] - "Rocketeer Adventures 02 (2011).cbr" yEnc (1/45) | Rocketeer Adventures | 2 |  | 2011`,
  ],
  [
    'magazines',
    'comic',
    `
Heavy Metal - v18 #06 (1995-01).cbr | Heavy Metal | 6 | 18 | 1995
Heavy Metal 312 (2021) (digital).cbz | Heavy Metal | 312 |  | 2021
Shonen Jump - v05 #03 (2007).cbz | Shonen Jump | 3 | 5 | 2007
Warrior #13 - Sept 1983.cbr | Warrior | 13 |  | 1983
Dynamite - 03.cbr | Dynamite | 3 |  | 
Metal Hurlant 06 juin 1976.cbr | Metal Hurlant | 6 |  | 1976
Heavy Metal - v02 #10 (1979).cbr | Heavy Metal | 10 | 2 | 1979
Creepy 144 (Jan 1983) (Warren).cbr | Creepy | 144 |  | 1983
Image - 07.cbr | Image | 7 |  | 
Weekly Shonen Jump 2024 #15.cbz | Weekly Shonen Jump 2024 | 15 |  | 
Métal Hurlant 103 septembre 1984.cbr | Métal Hurlant | 103 |  | 1984
Pilote 0589 - 18 février 1971.cbr | Pilote | 589 |  | 1971
Commando 5432 (2021) (digital).cbz | Commando | 5432 |  | 2021`,
  ],
  [
    'reading orders and packs',
    'comic',
    `
01 - Thanos Quest 001 (1990).cbr | Thanos Quest | 1 |  | 1990
Crisis 007 - Swamp Thing 046 (1986).cbr | Crisis | 7 |  | 1986
Y - The Last Man #1-60 (2002-2008).zip | Y - The Last Man | 1-60 |  | 2002
Baccano! v18 - 1935-A Deep Marble (2019) (Digital).epub | Baccano! |  | 18 | 2019
12 - Green Lantern 006 (2006).cbr | Green Lantern | 6 |  | 2006
The Authority v1 01-29 (1999-2002).zip | The Authority | 1-29 | 1 | 1999`,
  ],
  [
    'light novels',
    'manga',
    `
Is It Wrong to Try to Pick Up Girls in a Dungeon - Sword Oratoria v12.epub | Is It Wrong to Try to Pick Up Girls in a Dungeon - Sword Oratoria |  | 12 | 
Mushoku Tensei - Jobless Reincarnation (Light Novel) Vol. 26.epub | Mushoku Tensei - Jobless Reincarnation |  | 26 | 
Crimson Gate 9781632365128.epub | Crimson Gate |  |  | 
Volume 7 - Spice & Wolf.epub |  |  | 7 | 
A Certain Magical Index NT Vol. 5 [Yen On].epub | A Certain Magical Index NT |  | 5 | 
Durarara!! SH v04 (2021) (Digital).epub | Durarara!! SH |  | 4 | 2021`,
  ],
  [
    'comics of western publishers',
    'comic',
    `
Superman - Earth One Book Two (2012) (digital).cbr | Superman - Earth One |  | 2 | 2012`,
  ],
  [
    'comics of European countries',
    'comic',
    `
(A Suivre) 045 octobre 1981.cbr | A Suivre | 45 |  | 1981
Achille Talon Intégrale 3 (2011).cbz | Achille Talon Intégrale |  | 3 | 2011
Cubitus Tome Dix.cbr | Cubitus |  | 10 | 
Der Rote Korsar Gesamtausgabe 04 (2014).cbr | Der Rote Korsar Gesamtausgabe |  | 4 | 2014
Paracuellos - Libro Dos - Auxilio Social.cbr | Paracuellos |  | 2 | 
Cimoc 045 diciembre 1984.cbr | Cimoc | 45 |  | 1984
Mônica e Cebolinha Nº 123 - Julho 1995.cbr | Mônica e Cebolinha | 123 |  | 1995
Magico Vento 045 - Settembre 2000.cbr | Magico Vento | 45 |  | 2000
Szninkiel - Księga Trzecia.cbr | Szninkiel |  | 3 | 
Yans 4 z 12 (1990).cbr | Yans | 4 |  | 1990
Het Geheime Dossier - Deel Drie.cbr | Het Geheime Dossier |  | 3 | 
Donald Duck Weekblad 2015-34.cbr | Donald Duck Weekblad | 34 |  | 2015
Bamse 5 av 12 (1999).cbr | Bamse | 5 |  | 1999`,
  ],
  [
    'volumes and chapters of manga',
    'manga',
    `
86 -Eighty-Six- Alter 1.cbz | 86 -Eighty-Six- Alter | 1 |  | 
The God of High School - S3 E212.cbz | The God of High School | 212 |  | 
신암행어사 1~17완.zip | 신암행어사 |  | 1-17 | 
주술회전 총 28권.zip | 주술회전 |  | 1-28 | 
城市猎人 卷十二.zip | 城市猎人 |  | 12 | `,
  ],
  [
    'posts and magazines',
    'comic',
    `
Wool - The Graphic Novel 02 (of 06) (2013) (digital).cbr | Wool - The Graphic Novel | 2 |  | 2013
[1/3] - "Grandville v05 - Force Majeure (2017).cbr" yEnc (1/456) | Grandville |  | 5 | 2017
"The Incal 01-06" - "The Incal 03 (1984).cbr" yEnc | The Incal | 3 |  | 1984`,
  ],
  [
    'spellings of one issue',
    'comic',
    `
Batman - 426 - A Death in the Family 1 of 4.cbr | Batman | 426 |  | 
Batman 426, 427 (1988).cbr | Batman | 426-427 |  | 1988
Batman 426+427 (1988).cbr | Batman | 426-427 |  | 1988
Batman - The Dark Knight Returns Book One (1986).cbr | Batman - The Dark Knight Returns |  | 1 | 1986
Batman Beyond 2.0 v02 - Justice Lords Beyond (2014).cbz | Batman Beyond 2.0 |  | 2 | 2014
The Tale of One Bad Rat - Book Four.cbr | The Tale of One Bad Rat |  | 4 | `,
  ],
  [
    'folders and spellings of one chapter',
    'manga',
    `
Naruto c700+2.cbz | Naruto | 700+2 |  | `,
  ],
]

const range = (from: string, to: string) => (to === '' ? from : `${from}-${to}`)

for (const [shelf, kind, names] of SHELVES) {
  test(`${shelf} are read`, () => {
    for (const row of names.slice(1).split('\n')) {
      const name = row.slice(0, row.indexOf(' | '))
      const { series, issue, issue_end, volume, volume_end, year } = readName(name, { kind, year: 2026 })
      const numbers = [range(issue.replaceAll(',', ''), issue_end), range(volume, volume_end)]
      expect([name, series, ...numbers, year].join(' | ')).toBe(row)
    }
  })
}
