import { type LibraryTree, row } from './library-trees'

/** Trees as programs, packs and readers of many countries leave them. */

const mihon: LibraryTree = {
  layout: 'Mihon, Suwayomi and their sources',
  kind: 'manga',
  rows: [
    row(
      'Mihon/downloads/MangaDex (EN)/Grave Lantern_ After the End/Beard Scans_Vol.1 Ch.{1-3} - The End.cbz',
      'Grave Lantern: After the End',
      '#',
      'chapter',
    ),
    row(
      'Mihon/downloads/MangaDex (EN)/Grave Lantern_ After the End/Beard Scans_Ch.{4-5}.cbz',
      'Grave Lantern: After the End',
      '#',
      'chapter',
    ),
    row('Mihon/downloads/Comick (EN)/Azure Court/Official_Chapter {1-4}.cbz', 'Azure Court', '#', 'chapter'),
    row('Mihon/downloads/Comick (EN)/Azure Court/Official_Chapter 4.5.cbz', 'Azure Court', '4.5', 'chapter'),
    row('Mihon/downloads/Webtoons.com (EN)/Tower of Foxes/Ep. {1-3} - The Door.cbz', 'Tower of Foxes', '#', 'chapter'),
    row(
      'Mihon/downloads/Webtoons.com (EN)/Tower of Foxes/[Season 2] Ep. {1-3}.cbz',
      'Tower of Foxes',
      'S2 #',
      'chapter',
    ),
    row('Mihon/local/Pale Kite/ch{1-3}.cbz', 'Pale Kite', '#', 'chapter'),
    row('Suwayomi/mangas/MangaSee (EN)/Spy and Fern/Chapter {001-003}.cbz', 'Spy and Fern', '#', 'chapter'),
    row('Suwayomi/mangas/MangaSee (EN)/Spy and Fern/Chapter 62.1.cbz', 'Spy and Fern', '62.1', 'chapter'),
    row('Tranga/Sorcery War/Sorcery War - Vol.{1-2} Ch.{1-2} - Curse.cbz', 'Sorcery War', '*', 'chapter'),
    row('Kaizoku/Chain Hound/[0{001-003}]_Chain_Hound_Chapter_{1-3}.cbz', 'Chain Hound', '#', 'chapter'),
    row('HakuNeko/MangaPlus/Saw Devil/#{001-003}.cbz', 'Saw Devil', '#', 'chapter'),
    row('HakuNeko/MangaPlus/Saw Devil/ex.cbz', 'Saw Devil', '*', 'any'),
    row('FMD2/Half a Prince/Half a Prince - Vol 0{1-2} Ch 00{1-2}.cbz', 'Half a Prince', '*', 'chapter'),
  ],
}

const packs: LibraryTree = {
  layout: 'packs of volumes and chapters',
  kind: 'manga',
  rows: [
    row(
      'Fjord Saga (Digital) (danke-Empire)/Fjord Saga v{01-03} (2013) (Digital) (danke-Empire).cbz',
      'Fjord Saga',
      '#',
      'volume',
    ),
    row('[Viz] Hoop Dunk [Digital]/Hoop Dunk v{01-03} (Viz) (Digital).cbz', 'Hoop Dunk', '#', 'volume'),
    row(
      'Clover&! v01-15 (2009-2021) (Digital) (LuCaZ)/Clover&! v{01-03} (2009) (Digital) (LuCaZ).cbz',
      'Clover&!',
      '#',
      'volume',
    ),
    row(
      'Blast! Master Edition v01-06 (2016) (Digital)/Blast! Master Edition v{01-03} (2016) (Digital).cbz',
      'Blast! Master Edition',
      '#',
      'volume',
    ),
    row('Vale of the Wind (Complete)/Vale of the Wind - Volume {1-3}.cbz', 'Vale of the Wind', '#', 'volume'),
    row('Seeker x Seeker/Seeker x Seeker {381-384} (2018) (Digital) (1r0n).cbz', 'Seeker x Seeker', '#', 'chapter'),
    row('Seeker x Seeker/Volumes/Seeker x Seeker v{01-03} (2014).cbz', 'Seeker x Seeker', '#', 'volume'),
    row('Bleak (Vol. 1-10 + Ch. 100-102)/Volumes/Bleak v{01-03}.cbz', 'Bleak', '#', 'volume'),
    row('Bleak (Vol. 1-10 + Ch. 100-102)/Chapters/Bleak - c{100-102} (mag) [Digital].cbz', 'Bleak', '#', 'chapter'),
    row('Ghost Tower/Season 1/Ghost Tower {001-003}.cbz', 'Ghost Tower', '#', 'chapter'),
    row(
      'Steel Alchemy - Fullmetal (2011-2014) [Digital]/Steel Alchemy - Fullmetal v{01-03} (2011) [Digital].cbz',
      'Steel Alchemy - Fullmetal',
      '#',
      'volume',
    ),
    row('Nana Town Volumes 1-3/Nana Town Vol {1-3}.cbz', 'Nana Town', '#', 'volume'),
    row('Bell Tower/Bell Tower v{01-02} + Extras.cbz', 'Bell Tower', '#', 'volume'),
    row('Long Ship [TPB]/{1-3}.cbz', 'Long Ship', '#', 'any'),
  ],
}

const albums: LibraryTree = {
  layout: 'albums of France and Belgium',
  kind: 'comic',
  rows: [
    row('BD/Valmont/Valmont - T{01-04} - Le Port.cbz', 'Valmont', '#', 'volume'),
    row(
      'BD/Les Aventures de Corto/Les Aventures de Corto - {01-03} - La Ballade.cbz',
      'Les Aventures de Corto',
      '#',
      'any',
    ),
    row('BD/Blanc Mur (Moreau, Petit)/Blanc Mur T{01-03} (Moreau - Petit).cbr', 'Blanc Mur', '#', 'volume'),
    row('BD/Le Chat du Quai/Le Chat du Quai - Tome {1-3}.cbz', 'Le Chat du Quai', '#', 'volume'),
    row('BD/Le Chat du Quai/Le Chat du Quai - HS - Carnet.cbz', 'Le Chat du Quai', '*', 'any'),
    row('BD/Le Chat du Quai/Intégrale/Le Chat du Quai - Intégrale {1-2}.cbz', 'Le Chat du Quai', '*', 'any'),
    row('BD/[Série] Thorvald/[BD Fr] Thorvald - Tome {01-03} - Le Roi.cbr', 'Thorvald', '#', 'volume'),
    row('BD/Dargaud/Blueberg/Blueberg - T{01-03} - Fort Navet.cbz', 'Blueberg', '#', 'volume'),
    row(
      'BD/Dupuis/Collection Aire Libre/Le Photographe Gris/Le Photographe Gris T{1-3}.cbz',
      'Le Photographe Gris',
      '#',
      'volume',
    ),
    row('BD/One shots/Le Quai des Brumes.cbz', 'Le Quai des Brumes', '', 'One-Shot'),
    row('BD/A-C/Arzach Bleu/Arzach Bleu {01-02} - Le Mur.cbz', 'Arzach Bleu', '#', 'any'),
    row('BD/Lanfeust des Mers/1 - Lanfeust des Mers - Le Port (1998).cbz', 'Lanfeust des Mers', '1', 'any'),
    row('BD/Lanfeust des Mers/2 - Lanfeust des Mers - La Tour (1999).cbz', 'Lanfeust des Mers', '2', 'any'),
    row('BD/Lanfeust des Mers/3 - Lanfeust des Mers - Le Vent (2001).cbz', 'Lanfeust des Mers', '3', 'any'),
  ],
}

const south: LibraryTree = {
  layout: 'comics of Italy, Spain, Brazil and Germany',
  kind: 'comic',
  rows: [
    row('Fumetti/Dylan Corvo/Dylan Corvo n. {001-003} - Il porto.cbr', 'Dylan Corvo', '#', 'issue'),
    row('Fumetti/Dylan Corvo/Speciali/Dylan Corvo Speciale {01-02}.cbr', 'Dylan Corvo', '*', 'any'),
    row('Fumetti/Tex Rivera/{001-003} - Tex Rivera - Il ponte.cbr', 'Tex Rivera', '#', 'any'),
    row('Cómics/Mortadella/Mortadella Nº {01-03}.cbr', 'Mortadella', '#', 'issue'),
    row('Cómics/Capitán Rayo/Capitán Rayo - Tomo {1-3} (de 3).cbz', 'Capitán Rayo', '#', 'any'),
    row('HQ/Turma da Rua/Turma da Rua nº {01-03} (1987).cbr', 'Turma da Rua', '#', 'issue'),
    row('HQ/Turma da Rua/Turma da Rua - Edição {04-06}.cbr', 'Turma da Rua', '#', 'issue'),
    row('Comics DE/Nick Falk/Nick Falk Heft {001-003}.cbr', 'Nick Falk', '#', 'issue'),
    row('Comics DE/Lustige Bücher/LB {001-003} - Der Falke.cbr', 'Lustige Bücher', '#', 'any'),
    row('Comics DE/Sturm/Sturm Band {01-03} - Der Weg (Splitter) (2011).cbz', 'Sturm', '#', 'volume'),
    row('Comics DE/Sturm/Sturm Sonderband.cbz', 'Sturm', '*', 'any'),
    row('Comics DE/Prinz Eisen/Prinz Eisen Gesamtausgabe {01-03}.cbz', 'Prinz Eisen', '#', 'any'),
    row('Stripverhalen/Suske en Wim/Suske en Wim - {067-069} - De Haven.cbr', 'Suske en Wim', '#', 'any'),
    row('Komiksy/Kajko i Brat/Kajko i Brat tom {1-3}.cbz', 'Kajko i Brat', '#', 'volume'),
  ],
}

const publishers: LibraryTree = {
  layout: 'publisher, series, arc',
  kind: 'comic',
  rows: [
    row('Marvel/Iron Wolf/Iron Wolf (2008)/Iron Wolf {001-003} (2008) (Digital).cbz', 'Iron Wolf', '#', 'issue', 2008),
    row(
      'Marvel/Iron Wolf/Iron Wolf Vol. 5 (2013)/Iron Wolf {001-003} (2013) (Digital).cbz',
      'Iron Wolf',
      '#',
      'issue',
      2013,
    ),
    row('Marvel/Iron Wolf/Iron Wolf (2008)/Annual/Iron Wolf Annual 001 (2010).cbz', 'Iron Wolf', '1', 'annual', 2008),
    row('DC/Night Hawk/v1 (1996-2009)/Night Hawk {001-003} (1996).cbz', 'Night Hawk', '#', 'issue', 1996),
    row('DC/Night Hawk/v2 (2011-2014)/Night Hawk {001-003} (2011).cbz', 'Night Hawk', '#', 'issue', 2011),
    row('Image/Star Saga (2012-)/Star Saga {001-003} (2012).cbz', 'Star Saga', '#', 'issue'),
    row('Image Comics/The Dead/01 - Days Gone (001-006)/The Dead {001-003} (2003).cbz', 'The Dead', '#', 'issue'),
    row('Image Comics/The Dead/02 - Miles Behind (007-012)/The Dead {007-009} (2004).cbz', 'The Dead', '#', 'issue'),
    row(
      'Dark Horse/Hell Lad/Hell Lad - Seed (1994)/Hell Lad - Seed {01-04} (of 04) (1994).cbr',
      'Hell Lad - Seed',
      '#',
      'issue',
    ),
    row('Dark Horse/Hell Lad/Hell Lad - Wake (1996)/Hell Lad - Wake 01 (1996).cbr', 'Hell Lad - Wake', '1', 'issue'),
    row(
      'IDW Publishing/Lock and Bell/Lock and Bell - Crown {001-003} (2010).cbz',
      'Lock and Bell - Crown',
      '#',
      'issue',
    ),
    row('2000AD/Progs/2000AD prog {1800-1802} (2012).cbr', '2000AD', '#', 'issue'),
    row('Vertigo/Sand Lord/Sand Lord {01-03} (1989).cbr', 'Sand Lord', '#', 'issue'),
    row('Indie/Bone Mill/bone mill {09-11}.cbr', 'bone mill', '#', 'issue'),
  ],
}

const weekly: LibraryTree = {
  layout: 'weekly packs and DC++',
  kind: 'comic',
  rows: [
    row('2019.05.08/Iron Hound 012 (2019) (Digital) (Zone-Empire).cbr', 'Iron Hound', '12', 'issue'),
    row('2019.05.15/Iron Hound 013 (2019) (Digital) (Zone-Empire).cbr', 'Iron Hound', '13', 'issue'),
    row('0-Day Week of 2019.05.22/Iron Hound 014 (2019) (Digital).cbr', 'Iron Hound', '14', 'issue'),
    row('0-Day Week of 2019.05.22/Moth Girl {003-005} (of 06) (2019) (digital).cbr', 'Moth Girl', '#', 'issue'),
    row('DCP/Captain Fleet/Captain Fleet {001-003} (1968) (c2c) (DCP).cbr', 'Captain Fleet', '#', 'issue'),
    row('DCP/Captain Fleet/Captain Fleet 004 (1968) (fixed) (Re-em-DCP).cbr', 'Captain Fleet', '4', 'issue'),
    row('Comics/Grim Squad/Grim_Squad_{01-03}_(2007)_(Minutemen).cbr', 'Grim Squad', '#', 'issue'),
    row('Comics/Grim Squad/grim squad 04 (2007) (minutemen-dtermined).cbr', 'Grim Squad', '4', 'issue'),
    row(
      'Getcomics/Amber Fox (2020)/Amber Fox {001-003} (2020) (Digital) (Mephisto-Empire).cbz',
      'Amber Fox',
      '#',
      'issue',
    ),
    row(
      'Getcomics/Blue Fox TPB (2018)/Blue Fox v01 - Den (2018) (digital) (Son of Ultron-Empire).cbr',
      'Blue Fox',
      '1',
      'volume',
    ),
    row('_incoming/Pale Fox 001 (2021) (Digital)/Pale Fox 001 (2021) (Digital).cbz', 'Pale Fox', '1', 'issue'),
    row('_incoming/Pale Fox 002 (2021) (Digital)/Pale Fox 002 (2021) (Digital).cbz', 'Pale Fox', '2', 'issue'),
    row('_incoming/Pale Fox 003 (2022) (Digital)/Pale Fox 003 (2022) (Digital).cbz', 'Pale Fox', '3', 'issue'),
    row('Humble Comics Bundle/sandlord_vol{1-3}.cbz', 'sandlord', '#', 'volume'),
  ],
}

const orders: LibraryTree = {
  layout: 'reading orders',
  kind: 'comic',
  rows: [
    row('Reading Orders/Iron War/01 - Iron War 001 (2006).cbz', 'Iron War', '1', 'issue'),
    row('Reading Orders/Iron War/02 - Amazing Moth 532 (2006).cbz', 'Amazing Moth', '532', 'issue'),
    row('Reading Orders/Iron War/03 - Iron War 002 (2006).cbz', 'Iron War', '2', 'issue'),
    row('Reading Orders/Iron War/04 - Wolf 043 (2006).cbz', 'Wolf', '43', 'issue'),
    row('Reading Orders/Iron War/05 - Wolf 044 (2006).cbz', 'Wolf', '44', 'issue'),
    row('Fall of Night (1993)/001. Night Man 492 (1993).cbr', 'Night Man', '492', 'issue'),
    row('Fall of Night (1993)/002. Night Man 493 (1993).cbr', 'Night Man', '493', 'issue'),
    row('Fall of Night (1993)/003. Shadow of the Night 016 (1993).cbr', 'Shadow of the Night', '16', 'issue'),
    row('Chronological/1986/[1986-01] Squadron 005 (1986).cbr', 'Squadron', '5', 'issue'),
    row('Chronological/1986/[1986-02] Squadron 006 (1986).cbr', 'Squadron', '6', 'issue'),
    row('Blackest Day/#001 Blackest Day 000 (2009).cbz', 'Blackest Day', '0', 'issue'),
    row('Blackest Day/#002 Lantern Corps 039 (2009).cbz', 'Lantern Corps', '39', 'issue'),
    row('Blackest Day/#003 Blackest Day 001 (2009).cbz', 'Blackest Day', '1', 'issue'),
    row('Infinity Well/{01-03} Infinity Well {01-03} (1991).cbr', 'Infinity Well', '*', 'issue'),
    row('Dreadmoon/{40-44} Dreadmoon (First Comics) {28-32} USA.cbr', 'Dreadmoon', '*', 'issue'),
  ],
}

const calibre: LibraryTree = {
  layout: 'calibre and shops',
  kind: 'manga',
  rows: [
    row(
      'Akira Tori/Dragon Hill, Vol. {1-3} ({11-13})/Dragon Hill, Vol. {1-3} - Akira Tori.cbz',
      'Dragon Hill',
      '#',
      'volume',
    ),
    row('Mori, Hana/Fox Tea (101)/Fox Tea - Hana Mori.epub', 'Fox Tea', '', 'any'),
    row('Hana Mori/Fern Song v01 (55)/Fern Song v01 - Hana Mori.cbz', 'Fern Song', '1', 'volume'),
    row('Hana Mori/Fern Song v02 (56)/Fern Song v02 - Hana Mori.cbz', 'Fern Song', '2', 'volume'),
    row('Kobo/Bell Court, Volume {1-2}.epub', 'Bell Court', '#', 'volume'),
    row('Kindle/Rain Line Vol. {1-3} (Rain Line Manga).epub', 'Rain Line', '#', 'volume'),
    row('Humble/Ghost Shell/ghostshell_{1-3}.epub', 'ghostshell', '#', 'any'),
    row('BookWalker/Salt Wolf (Light Novel)/Salt Wolf, Vol. {1-2} (light novel).epub', 'Salt Wolf', '#', 'volume'),
    row('Komga/Tide Line/Tide Line v{001-003} (2020) (Digital) (1r0n).epub', 'Tide Line', '#', 'volume'),
  ],
}

const languages: LibraryTree = {
  layout: 'one series in several languages',
  kind: 'manga',
  rows: [
    row('Crow Tower/English/Crow Tower v{01-02}.cbz', 'Crow Tower', '#', 'volume', 'en'),
    row('Crow Tower/French/Crow Tower T{01-02}.cbz', 'Crow Tower', '#', 'volume', 'fr'),
    row('Crow Tower/Español/Crow Tower {01-02}.cbz', 'Crow Tower', '#', 'any', 'es'),
    row('Pine Song [EN]/Pine Song Ch.{001-003}.cbz', 'Pine Song', '#', 'chapter', 'en'),
    row('Pine Song [JP]/Pine Song 第{01-02}巻.cbz', 'Pine Song', '#', 'volume', 'ja'),
    row('Kite Lane/Kite Lane v{01-02} [ENG].cbz', 'Kite Lane', '#', 'volume', 'en'),
    row('Kite Lane/Kite Lane v{01-02} [ITA].cbz', 'Kite Lane', '#', 'volume', 'it'),
    row('Raw/Lake Fox/Lake Fox {01-02}.zip', 'Lake Fox', '#', 'any'),
    row('Deutsch/Mondlied/Mondlied Band {1-3}.cbz', 'Mondlied', '#', 'volume'),
    row('Manga/FR/Ruelle/Ruelle Tome {1-3}.cbz', 'Ruelle', '#', 'volume'),
    row('Manga/EN/Alley/Alley Vol {1-3}.cbz', 'Alley', '#', 'volume'),
  ],
}

const editions: LibraryTree = {
  layout: 'editions side by side',
  kind: 'manga',
  rows: [
    row('Piece Hunt/Piece Hunt v{01-02}.cbz', 'Piece Hunt', '#', 'volume'),
    row(
      'Piece Hunt (Digital Colored)/Piece Hunt (Digital Colored) v{01-02}.cbz',
      'Piece Hunt (Digital Colored)',
      '#',
      'volume',
    ),
    row('Star Path/Star Path v{01-02} (Color).cbz', 'Star Path (Color)', '#', 'volume'),
    row('Star Path/Star Path v{01-02}.cbz', 'Star Path', '#', 'volume'),
    row('Flower Bed/Flower Bed Ch.{1-2} [Official Colored].cbz', 'Flower Bed (Official Colored)', '#', 'chapter'),
    row('Flower Bed/Flower Bed Ch.{1-2}.cbz', 'Flower Bed', '#', 'chapter'),
    row('Blade Road/Omnibus/Blade Road Omnibus v{01-02}.cbz', 'Blade Road (Omnibus)', '#', 'any'),
    row('Blade Road/Blade Road v{01-03}.cbz', 'Blade Road', '#', 'volume'),
    row('Sand Path/Color/Volume {1-2}.cbz', 'Sand Path (Color)', '#', 'volume'),
    row('Sand Path/B&W/Volume {1-2}.cbz', 'Sand Path (B&W)', '#', 'volume'),
    row('Sea Hunt - Digital Colored Comics/Sea Hunt v{01-02}.cbz', 'Sea Hunt (Digital Colored Comics)', '#', 'volume'),
    row('Sea Hunt/Sea Hunt v{01-02}.cbz', 'Sea Hunt', '#', 'volume'),
    row('Wolf Path (Deluxe Edition)/Wolf Path Deluxe v{01-02}.cbz', 'Wolf Path Deluxe', '#', 'volume'),
  ],
}

const books: LibraryTree = {
  layout: 'books, one-shots and specials',
  kind: 'comic',
  rows: [
    row('Graphic Novels/Glass Towns (2010) (GN).cbz', 'Glass Towns', '', 'GN'),
    row('Graphic Novels/Paper Moons (2012).cbz', 'Paper Moons', '', 'GN'),
    row('TPB/Night Reign v{01-03} (2006) (TPB).cbz', 'Night Reign', '#', 'any'),
    row('Omnibus/Night Reign Omnibus v{01-02} (2012).cbz', 'Night Reign (Omnibus)', '#', 'any'),
    row('One-Shots/Night Reign - The Long Road (2009) (One-Shot).cbz', 'Night Reign - The Long Road', '', 'One-Shot'),
    row('Glass Lake (2015) (OGN)/Glass Lake (2015) (OGN) (Digital).cbz', 'Glass Lake', '', 'GN'),
    row('Harbor Town HC (2011)/Harbor Town HC (2011).cbz', 'Harbor Town', '', 'HC'),
    row('Moth Queen (2014)/Moth Queen {001-003} (2014).cbz', 'Moth Queen', '#', 'issue'),
    row('Moth Queen (2014)/Moth Queen - Special 001 (2015).cbz', 'Moth Queen', '*', 'special'),
    row('Moth Queen (2014)/Moth Queen FCBD 2015.cbz', 'Moth Queen', '*', 'any'),
    row('Moth Queen (2014)/TPB/Moth Queen v{01-02} - Wings (2015) (TPB).cbz', 'Moth Queen', '#', 'volume'),
    row('Integral/Valmont - Integral.cbz', 'Valmont', '*', 'any'),
  ],
}

const words: LibraryTree = {
  layout: 'chapters called by words',
  kind: 'manga',
  rows: [
    row('Thorn Vow/Chapter {1-4}.cbz', 'Thorn Vow', '#', 'chapter'),
    row('Thorn Vow/Prologue.cbz', 'Thorn Vow', '*', 'any'),
    row('Thorn Vow/Chapter 4.5 - Omake.cbz', 'Thorn Vow', '4.5', 'chapter'),
    row('Thorn Vow/Bonus Chapter {1-2}.cbz', 'Thorn Vow', '*', 'any'),
    row("Thorn Vow/Author's Note.cbz", 'Thorn Vow', '*', 'any'),
    row('Thorn Vow/Hiatus Notice.cbz', 'Thorn Vow', '*', 'any'),
    row('Thorn Vow/Epilogue {1-2}.cbz', 'Thorn Vow', '*', 'any'),
    row('Thorn Vow/Season 1 Finale.cbz', 'Thorn Vow', '*', 'any'),
    row('Sea Vow/{001-003} - The Door.cbz', 'Sea Vow', '#', 'chapter'),
    row('Sea Vow/004 - Prologue.cbz', 'Sea Vow', '4', 'chapter'),
    row('Sea Vow/005 - Side Story 1.cbz', 'Sea Vow', '5', 'chapter'),
    row('月の歌/第{01-03}話.cbz', '月の歌', '#', 'chapter'),
    row('月の歌/番外編.cbz', '月の歌', '*', 'any'),
    row('月の歌/特別編 {1-2}.cbz', '月の歌', '*', 'any'),
    row('백조/{1-3}화.cbz', '백조', '#', 'chapter'),
    row('백조/외전 {1-2}화.cbz', '백조', '*', 'any'),
    row('星河/第{1-3}卷.cbz', '星河', '#', 'volume'),
    row('星河/番外.cbz', '星河', '*', 'any'),
  ],
}

const parents: LibraryTree = {
  layout: 'parts below their series',
  kind: 'manga',
  rows: [
    row('Gambler/01. Part 1 - Vow of Tides/Volume {1-2}.cbz', 'Gambler', '#', 'volume'),
    row('Gambler/02. Part 2 - Vow of Sand/Volume {1-2}.cbz', 'Gambler', 'P2 #', 'volume'),
    row('Fast World/Manga ENG/Fast World v{01-02}.cbz', 'Fast World', '#', 'volume'),
    row('Fast World/Manga RAW/Fast World {03-04}.zip', 'Fast World', '#', 'any', 'raw'),
    row(
      'Odd Adventure/Part 1 - Phantom Tide/Odd Adventure - Phantom Tide v{01-02}.cbz',
      'Odd Adventure - Phantom Tide',
      '#',
      'volume',
    ),
    row(
      'Odd Adventure/Part 2 - Battle Tide/Odd Adventure - Battle Tide v{01-02}.cbz',
      'Odd Adventure - Battle Tide',
      '#',
      'volume',
    ),
    row('Ninja Path/Ninja Path (Part 1)/Ninja Path v{01-02}.cbz', 'Ninja Path', '#', 'volume'),
    row('Ninja Path/Ninja Path (Part 2)/Ninja Path v{28-29}.cbz', 'Ninja Path', '#', 'volume'),
    row('Moon Court/Arc 1 - Shore/Chapter {001-003}.cbz', 'Moon Court', '#', 'chapter'),
    row('Moon Court/Arc 2 - Hill/Chapter {004-006}.cbz', 'Moon Court', '#', 'chapter'),
    row('Wing Tale/Chapters/Volume 1/Chapter {1-3}.cbz', 'Wing Tale', '#', 'chapter'),
    row('Wing Tale/Chapters/Volume 2/Chapter {4-6}.cbz', 'Wing Tale', '#', 'chapter'),
    row('Sky Road/Sky Road v01/Chapter {1-3}.cbz', 'Sky Road', '#', 'chapter'),
    row('Sky Road/Sky Road v02/Chapter {1-3}.cbz', 'Sky Road', 'V2 #', 'chapter'),
  ],
}

export const FOUND_TREES: LibraryTree[] = [
  mihon,
  packs,
  albums,
  south,
  publishers,
  weekly,
  orders,
  calibre,
  languages,
  editions,
  books,
  words,
  parents,
]
