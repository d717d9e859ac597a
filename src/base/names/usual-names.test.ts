import { expect, test } from 'bun:test'
import { readName } from './read-name.ts'

/** Names as scanners and scene groups write them: name | series | issue | volume | year, ranges with a hyphen. */
const COMICS = `
Nightwing 101 (2023) (Digital) (Zone-Empire).cbz | Nightwing | 101 |  | 2023
Batgirl and the Birds of Prey 012 (2017) (Webrip) (The Last Kryptonian-DCP).cbr | Batgirl and the Birds of Prey | 12 |  | 2017
The Wicked + The Divine 031 (2017) (Digital) (Zone-Empire).cbr | The Wicked + The Divine | 31 |  | 2017
Spider-Man 2099 v3 004 (2015) (Digital) (BlackManta-Empire).cbr | Spider-Man 2099 | 4 | 3 | 2015
X-Men '92 003 (2016) (digital) (Minutemen-Faessla).cbr | X-Men '92 | 3 |  | 2016
30 Days of Night 002 (2002) (c2c) (Oroboros-DCP).cbr | 30 Days of Night | 2 |  | 2002
Y - The Last Man 001 (2002) (digital) (Son of Ultron-Empire).cbr | Y - The Last Man | 1 |  | 2002
Batman '66 014 (2014) (digital) (Fawkes-Empire).cbz | Batman '66 | 14 |  | 2014
Batman 66 Meets the Green Hornet 03 (of 06) (2014) (Digital).cbz | Batman 66 Meets the Green Hornet | 3 |  | 2014
300 001 (1998) (c2c).cbr | 300 | 1 |  | 1998
52 012 (2006) (digital).cbr | 52 | 12 |  | 2006
100 Bullets 045 (2003) (digital-Empire).cbr | 100 Bullets | 45 |  | 2003
2000AD prog 2201 (2020) (digital) (Minutemen-juvecube).cbz | 2000AD | 2201 |  | 2020
2000 AD Prog 0105 (1979).cbr | 2000 AD | 105 |  | 1979
Judge Dredd Megazine 450 (2022) (Digital) (juvecube).cbz | Judge Dredd Megazine | 450 |  | 2022
Saga 060 (2022) (Digital) (Zone-Empire).cbr | Saga | 60 |  | 2022
Saga v10 (2022) (Digital) (Zone-Empire).cbr | Saga |  | 10 | 2022
Saga Vol. 10 TPB (2022) (Digital).cbz | Saga |  | 10 | 2022
East of West v03 - There Is No Us (2014) (Digital) (Zone-Empire).cbr | East of West |  | 3 | 2014
Paper Girls 1 (2015).cbz | Paper Girls | 1 |  | 2015
Paper Girls Deluxe Edition v01 (2017) (Digital) (Zone-Empire).cbr | Paper Girls Deluxe Edition |  | 1 | 2017
Hellboy and the B.P.R.D. - 1952 001 (2014) (digital) (Minutemen-Slayer).cbz | Hellboy and the B.P.R.D. - 1952 | 1 |  | 2014
B.P.R.D. - Hell on Earth 121 (2014) (digital).cbz | B.P.R.D. - Hell on Earth | 121 |  | 2014
Abe Sapien 010 (2014) (digital) (Minutemen-Bluntman).cbz | Abe Sapien | 10 |  | 2014
Fables 150 (2015) (digital) (Minutemen-InnerDemons).cbr | Fables | 150 |  | 2015
The Sandman Universe 001 (2018) (Digital) (Zone-Empire).cbr | The Sandman Universe | 1 |  | 2018
Doomsday Clock 12 (of 12) (2020) (Digital) (BlackManta-Empire).cbr | Doomsday Clock | 12 |  | 2020
Heroes in Crisis 09 of 09 (2019) (digital).cbr | Heroes in Crisis | 9 |  | 2019
Secret Wars 009 (2016) (Digital) (Zone-Empire).cbr | Secret Wars | 9 |  | 2016
Age of Ultron 010.AI (2013) (Digital) (Zone-Empire).cbr | Age of Ultron | 10.AI |  | 2013
Avengers 024.NOW (2014) (Digital) (Zone-Empire).cbr | Avengers | 24.NOW |  | 2014
Superior Spider-Man 006AU (2013) (Digital) (Zone-Empire).cbr | Superior Spider-Man | 6AU |  | 2013
Venom v2 013.1 (2012) (Digital).cbr | Venom | 13.1 | 2 | 2012
Uncanny X-Men 534.1 (2011) (Minutemen-DTs).cbr | Uncanny X-Men | 534.1 |  | 2011
Wolverine #½ (1997).cbz | Wolverine | ½ |  | 1997
Witchblade ½ (2002) (c2c).cbr | Witchblade | ½ |  | 2002
Generation X -1 (1997) (c2c).cbr | Generation X | -1 |  | 1997
Daredevil #-1 (1997).cbz | Daredevil | -1 |  | 1997
DC One Million 1,000,000 (1998) (digital).cbr | DC One Million | 1000000 |  | 1998
Detective Comics 1,000,000 (1998).cbr | Detective Comics | 1000000 |  | 1998
Action Comics 1050 (2023) (Digital) (Walkabout-Empire).cbz | Action Comics | 1050 |  | 2023
Action Comics v2 023.2 - Zod (2013) (digital).cbr | Action Comics | 23.2 | 2 | 2013
Batman Annual '21 (2021).cbz | Batman Annual '21 |  |  | 2021
The Flash Annual 003 (2020) (Digital) (Zone-Empire).cbr | The Flash Annual | 3 |  | 2020
Amazing Spider-Man Annual 001 (2023) (Digital).cbz | Amazing Spider-Man Annual | 1 |  | 2023
Captain Marvel Annual 2018 001 (2018) (Digital).cbz | Captain Marvel Annual | 1 |  | 2018
Deadpool Annual #2 (2014).cbz | Deadpool Annual | 2 |  | 2014
FCBD 2019 - Avengers (2019) (Digital).cbz | FCBD 2019 - Avengers |  |  | 2019
Free Comic Book Day 2022 - Spider-Man & Venom 001 (2022) (Digital).cbz | Free Comic Book Day 2022 - Spider-Man & Venom | 1 |  | 2022
Batman vs. Robin 05 (of 05) (2023) (Digital).cbz | Batman vs. Robin | 5 |  | 2023
Superman vs. Muhammad Ali (1978) (c2c).cbr | Superman vs. Muhammad Ali |  |  | 1978
Batman - The Long Halloween 13 (of 13) (1997).cbr | Batman - The Long Halloween | 13 |  | 1997
Batman - Year One (1988) (digital) (Son of Ultron-Empire).cbr | Batman - Year One |  |  | 1988
Marvels Epilogue 001 (2019) (Digital) (Zone-Empire).cbr | Marvels Epilogue | 1 |  | 2019
Astro City v3 017 (2015) (digital).cbr | Astro City | 17 | 3 | 2015
Fantastic Four 4 (2018).cbz | Fantastic Four | 4 |  | 2018
Fantastic 4 001 (2005).cbz | Fantastic 4 | 1 |  | 2005
Power Man and Iron Fist 007 (2016) (Digital).cbr | Power Man and Iron Fist | 7 |  | 2016
Ultimate Comics X-Men 033 (2014) (Digital) (Nahga-Empire).cbr | Ultimate Comics X-Men | 33 |  | 2014
X-23 v4 003 (2018) (Digital).cbr | X-23 | 3 | 4 | 2018
X-O Manowar 050 (2016) (digital).cbr | X-O Manowar | 50 |  | 2016
New X-Men 150 (2004) (digital).cbr | New X-Men | 150 |  | 2004
Earth 2 - Society 022 (2017) (Digital).cbr | Earth 2 - Society | 22 |  | 2017
Seven Soldiers 0 (2005).cbr | Seven Soldiers | 0 |  | 2005
Seven Soldiers of Victory 000 (2005).cbr | Seven Soldiers of Victory | 0 |  | 2005
Sex Criminals #69 (2020).cbz | Sex Criminals | 69 |  | 2020
Black Hammer '45 - From the World of Black Hammer 002 (2019).cbz | Black Hammer '45 - From the World of Black Hammer | 2 |  | 2019
Giant Days 54 (2019) (digital) (d'argh-Empire).cbr | Giant Days | 54 |  | 2019
The Walking Dead 193 (2019) (digital) (Zone-Empire).cbr | The Walking Dead | 193 |  | 2019
The Walking Dead Deluxe 045 (2022) (Digital).cbz | The Walking Dead Deluxe | 45 |  | 2022
The Walking Dead v01-32 (2004-2019) (Digital) | The Walking Dead |  | 1-32 | 2004
The Walking Dead #1-193 (2003-2019) | The Walking Dead | 1-193 |  | 2003
Invincible Compendium v02 (2013) (Digital).cbr | Invincible Compendium |  | 2 | 2013
Ultimate Spider-Man Omnibus v01 (2012).cbr | Ultimate Spider-Man |  | 1 | 2012
X-Men - Grand Design 02 (of 02) (2018) (digital).cbr | X-Men - Grand Design | 2 |  | 2018
Thor (2020) 015 (2021) (Digital) (Zone-Empire).cbr | Thor | 15 |  | 2021
Immortal Hulk (2018-) 050.cbz | Immortal Hulk | 50 |  | 2018
Venom (2018) #35.cbz | Venom | 35 |  | 2018
Star Wars - Darth Vader (2020-) 039 (2023) (Digital).cbz | Star Wars - Darth Vader | 39 |  | 2023
Star Wars - The High Republic 001 (2021) (Digital) (Kileko-Empire).cbz | Star Wars - The High Republic | 1 |  | 2021
Batman V2016 #99 (2020).cbz | Batman | 99 | 2016 | 2020
Batman (V2011) 052.cbz | Batman | 52 | 2011 | 
Aquaman.048.2019.Digital.Zone-Empire.cbr | Aquaman | 48 |  | 2019
Green.Arrow.v5.050.2019.digital.cbr | Green Arrow | 50 | 5 | 2019
Justice_League_Dark_012_(2019)_(digital)_(Glorith-HD).cbz | Justice League Dark | 12 |  | 2019
Suicide_Squad_v4_020.cbr | Suicide Squad | 20 | 4 | 
Swamp%20Thing%20024%20(1984).cbz | Swamp Thing | 24 |  | 1984
hawkeye-019-2014-digital.cbr | hawkeye | 19 |  | 2014
Tank Girl - The Gifting 03 (of 04) (2007) (c2c) (PoleDancer-DCP).cbr | Tank Girl - The Gifting | 3 |  | 2007
Transmetropolitan 060 (2002) (digital) (Minutemen-TwizTv).cbr | Transmetropolitan | 60 |  | 2002
Preacher Special - Saint of Killers 04 (of 04) (1996).cbr | Preacher Special - Saint of Killers | 4 |  | 1996
Hellblazer Special - Bad Blood 001 (2000).cbr | Hellblazer Special - Bad Blood | 1 |  | 2000
JSA Secret Files 002 (2001).cbr | JSA Secret Files | 2 |  | 2001
Legion of 3 Worlds 005 (2009).cbr | Legion of 3 Worlds | 5 |  | 2009
Final Crisis - Legion of 3 Worlds 05 (of 05) (2009).cbr | Final Crisis - Legion of 3 Worlds | 5 |  | 2009
4001 A.D. 002 (2016) (digital).cbr | 4001 A.D. | 2 |  | 2016
Zero Hour 4 (1994).cbr | Zero Hour | 4 |  | 1994
Godzilla - The Half-Century War 01 (2012) (digital).cbr | Godzilla - The Half-Century War | 1 |  | 2012
Locke & Key - Alpha 02 (of 02) (2013).cbr | Locke & Key - Alpha | 2 |  | 2013
Sandman Overture 006 (2015) (digital) (Glorith-Novus-HD).cbr | Sandman Overture | 6 |  | 2015
Sandman Mystery Theatre 70 - The Face, Part 2.cbr | Sandman Mystery Theatre | 70 |  | 
Lucifer v2 19 (2017).cbr | Lucifer | 19 | 2 | 2017
Watchmen (1986-1987) 01-12 (digital) | Watchmen | 1-12 |  | 1986
Bone 001-055 (1991-2004) | Bone | 1-55 |  | 1991
Cerebus #001-300 (1977-2004) (c2c) | Cerebus | 1-300 |  | 1977
Usagi Yojimbo v3 165 (2017) (digital).cbr | Usagi Yojimbo | 165 | 3 | 2017
Usagi Yojimbo Book 31 - The Hell Screen (2017).cbz | Usagi Yojimbo |  | 31 | 2017
Uncle Scrooge 454 (2022).cbz | Uncle Scrooge | 454 |  | 2022
Walt Disney's Comics and Stories 743 (2018) (digital).cbr | Walt Disney's Comics and Stories | 743 |  | 2018
Mickey Mouse v3 12.cbr | Mickey Mouse | 12 | 3 | 
MAD Magazine 001 (2018) (Digital).cbr | MAD Magazine | 1 |  | 2018
Heavy Metal 298 (2020) (digital).cbz | Heavy Metal | 298 |  | 2020
Heavy Metal v01 #05 (1977-08).cbr | Heavy Metal | 5 | 1 | 1977
Creepy 145 (1983) (c2c).cbr | Creepy | 145 |  | 1983
Eerie Archives v04 (2010) (digital).cbz | Eerie Archives |  | 4 | 2010
Weird Science-Fantasy Annual 1952 (1952).cbr | Weird Science-Fantasy Annual |  |  | 1952
Four Color 0386 - Uncle Scrooge (1952) (c2c).cbr | Four Color | 386 |  | 1952
Classics Illustrated 005 - Moby Dick (1942).cbr | Classics Illustrated | 5 |  | 1942
Captain America Comics 001 (March 1941) (digital).cbr | Captain America Comics | 1 |  | 1941
Whiz Comics 002 (1940-02).cbz | Whiz Comics | 2 |  | 1940
Astérix - Tome 38 - La Fille de Vercingétorix (2019).cbz | Astérix |  | 38 | 2019
Tintin - T05 - Le Lotus bleu.cbz | Tintin |  | 5 | 
XIII Tome 27 - Mémoire rechargée.pdf | XIII |  | 27 | 
Blake et Mortimer T28 - Le Dernier Espadon (2021).cbz | Blake et Mortimer |  | 28 | 2021
Lucky Luke n°72 - La Belle Province.cbr | Lucky Luke | 72 |  | 
Spirou et Fantasio Tome 1.cbz | Spirou et Fantasio |  | 1 | 
Largo Winch - 22 - Les voiles écarlates.cbz | Largo Winch | 22 |  | 
Lustiges Taschenbuch Band 512 (2018).cbz | Lustiges Taschenbuch |  | 512 | 2018
Lustiges Taschenbuch Bd. 045.cbr | Lustiges Taschenbuch |  | 45 | 
Mosaik Heft 120 - Der Schatz.cbz | Mosaik | 120 |  | 
Fix und Foxi Heft 35 (1960).cbr | Fix und Foxi | 35 |  | 1960
Spawn 300 (2019) (German) (Panini).cbr | Spawn | 300 |  | 2019
Mortadelo y Filemón Tomo 12 (2005).cbz | Mortadelo y Filemón |  | 12 | 2005
Superlópez núm. 34.cbz | Superlópez | 34 |  | 
Dylan Dog n. 001 - L'alba dei morti viventi (1986).cbr | Dylan Dog | 1 |  | 1986
Tex 700 - L'oro dei Pawnee (2019).cbr | Tex | 700 |  | 2019
Tex Willer n° 12.cbr | Tex Willer | 12 |  | 
Diabolik Anno XXX n. 05.cbr | Diabolik Anno XXX | 5 |  | 
Suske en Wiske Deel 212.cbz | Suske en Wiske |  | 212 | 
Turma da Mônica nº 55 (2011).cbr | Turma da Mônica | 55 |  | 2011
Sin City - The Hard Goodbye (1991) (digital).cbr | Sin City - The Hard Goodbye |  |  | 1991
Sin City v04 - That Yellow Bastard (2nd edition) (2005).cbz | Sin City |  | 4 | 2005
Maus - A Survivor's Tale v02 (1991).cbz | Maus - A Survivor's Tale |  | 2 | 1991
Persepolis (2007) (GN).cbz | Persepolis |  |  | 2007
Daytripper 10 (of 10) (2010) (digital).cbr | Daytripper | 10 |  | 2010
The League of Extraordinary Gentlemen - Century #2 - 1969 (2011).cbr | The League of Extraordinary Gentlemen - Century | 2 |  | 2011
Nemo - Roses of Berlin (2014) (HC) (digital).cbr | Nemo - Roses of Berlin |  |  | 2014
Planetary 027 (2009) (c2c).cbr | Planetary | 27 |  | 2009
Planetary 028 (2009).tar.gz | Planetary | 28 |  | 2009
Planetary 029 (2009).tgz | Planetary | 29 |  | 2009
Stormwatch v2 11 (1998).cbr | Stormwatch | 11 | 2 | 1998
Global Frequency 12 (2004) (of 12).cbr | Global Frequency | 12 |  | 2004
WE3 01 (of 03) (2004) (c2c).cbr | WE3 | 1 |  | 2004
V for Vendetta 10 (of 10) (1989).cbr | V for Vendetta | 10 |  | 1989
U.S. Avengers 010 (2017) (Digital).cbr | U.S. Avengers | 10 |  | 2017
Agents of S.H.I.E.L.D. 004 (2016) (Digital).cbr | Agents of S.H.I.E.L.D. | 4 |  | 2016
G.I. Joe - A Real American Hero 300 (2022) (digital).cbr | G.I. Joe - A Real American Hero | 300 |  | 2022
Teenage Mutant Ninja Turtles 135 (2022) (digital) (Knight Ripper-Empire).cbz | Teenage Mutant Ninja Turtles | 135 |  | 2022
TMNT - The Last Ronin 03 (of 05) (2021) (digital).cbz | TMNT - The Last Ronin | 3 |  | 2021
My Little Pony - Friendship Is Magic 102 (2021).cbz | My Little Pony - Friendship Is Magic | 102 |  | 2021
Rick and Morty 60 (2020) (digital).cbz | Rick and Morty | 60 |  | 2020
Adventure Time 75 (2018) (digital).cbz | Adventure Time | 75 |  | 2018
Lumberjanes 075 (2020) (5 covers) (digital).cbz | Lumberjanes | 75 |  | 2020
Something is Killing the Children 025 (2022) (3 covers) (digital) (The Magicians-Empire).cbz | Something is Killing the Children | 25 |  | 2022
Department of Truth 13 (2021) (digital).cbz | Department of Truth | 13 |  | 2021
Nita Hawes' Nightmare Blog 5 (2022).cbz | Nita Hawes' Nightmare Blog | 5 |  | 2022
20XX 006 (2020) (digital).cbz | 20XX | 6 |  | 2020
Crossed + One Hundred 006 (2015).cbz | Crossed + One Hundred | 6 |  | 2015
Crossed - Badlands 100 (2016) (digital).cbz | Crossed - Badlands | 100 |  | 2016
Letter 44 012 (2014) (digital).cbz | Letter 44 | 12 |  | 2014
Sixth Gun 050 (2016).cbz | Sixth Gun | 50 |  | 2016
Ten Grand 012 (2015) (digital).cbz | Ten Grand | 12 |  | 2015
Unity 014 (2015) (digital) (Minutemen-Annika).cbz | Unity | 14 |  | 2015
Rai 004 (2014) (2 covers).cbz | Rai | 4 |  | 2014
Dept. H 024 (2018) (digital).cbz | Dept. H | 24 |  | 2018
Mr. & Mrs. X 012 (2019) (Digital).cbr | Mr. & Mrs. X | 12 |  | 2019
Dr. Strange 390 (2018) (Digital).cbr | Dr. Strange | 390 |  | 2018
Mind MGMT 036 (2015) (digital).cbz | Mind MGMT | 36 |  | 2015
Marvel Two-In-One 100 (1983).cbr | Marvel Two-In-One | 100 |  | 1983
What If v2 114 (1998).cbr | What If | 114 | 2 | 1998
What If... 001 (1977) (digital).cbr | What If... | 1 |  | 1977
Who's Who in the DC Universe 16 (1992).cbr | Who's Who in the DC Universe | 16 |  | 1992
1602 Witch Hunter Angela 004 (2015) (Digital).cbr | 1602 Witch Hunter Angela | 4 |  | 2015
Marvel 1602 08 (of 08) (2004).cbr | Marvel 1602 | 8 |  | 2004
Spider-Gwen v2 034 (2018).cbr | Spider-Gwen | 34 | 2 | 2018
Edge of Spider-Verse 02 (of 05) (2014) (digital).cbr | Edge of Spider-Verse | 2 |  | 2014
House of M 8 of 8 (2005).cbr | House of M | 8 |  | 2005
Marvel Zombies 3 002 (2008).cbr | Marvel Zombies 3 | 2 |  | 2008
Marvel Zombies 5 #04 (of 5) (2010).cbr | Marvel Zombies 5 | 4 |  | 2010
Wolverine - Weapon X 016 (2010) (Minutemen).cbr | Wolverine - Weapon X | 16 |  | 2010
Wolverine & the X-Men 42 (2014).cbr | Wolverine & the X-Men | 42 |  | 2014
Hawkeye vs. Deadpool 00 (of 04) (2014).cbr | Hawkeye vs. Deadpool | 0 |  | 2014
Archie 1955 002 (2019) (digital).cbz | Archie 1955 | 2 |  | 2019
Archie 700 (2018) (digital).cbz | Archie | 700 |  | 2018
Sabrina - Holiday Special One-Shot (2023).cbz | Sabrina - Holiday Special |  |  | 2023
Vampirella Valentine's Day Special (2019).cbz | Vampirella Valentine's Day Special |  |  | 2019
DC Holiday Special '09 001 (2010).cbr | DC Holiday Special '09 | 1 |  | 2010
Marvel Holiday Special 2004 (2005).cbr | Marvel Holiday Special 2004 |  |  | 2005
Superman 80-Page Giant 2011 001 (2011).cbr | Superman 80-Page Giant 2011 | 1 |  | 2011
Wonder Woman 75th Anniversary Special 001 (2016) (digital).cbr | Wonder Woman 75th Anniversary Special | 1 |  | 2016
Wonder Woman - Black & Gold 06 (of 06) (2022).cbr | Wonder Woman - Black & Gold | 6 |  | 2022
Absolute Batman 001 (2024) (Webrip) (The Last Kryptonian-DCP).cbz | Absolute Batman | 1 |  | 2024
Ultimate Spider-Man 014 (2025) (Digital) (Shan-Empire).cbz | Ultimate Spider-Man | 14 |  | 2025
Energon Universe 2024 Special 001 (2024) (Digital).cbz | Energon Universe 2024 Special | 1 |  | 2024
Void Rivals 001 (2023) (2nd printing) (digital).cbz | Void Rivals | 1 |  | 2023
Batman 125 (2022) (Cover B) (digital).cbz | Batman | 125 |  | 2022
Batman Incorporated v2 13 (2013) - The Boy Wonder Returns.cbr | Batman Incorporated | 13 | 2 | 2013
Animal Man 029 (2014) (digital) (Li'l-Empire).cbz | Animal Man | 29 |  | 2014
Marvel - Thanos 013 (2018).cbz | Thanos | 13 |  | 2018
[Marvel] Silver Surfer 01 (2014).cbz | Silver Surfer | 1 |  | 2014
001. House of X 01 (2019).cbz | House of X | 1 |  | 2019
012 - Civil War 03 (2006).cbr | Civil War | 3 |  | 2006
Infinity Gauntlet 1 of 6 (1991) [c2c].cbr | Infinity Gauntlet | 1 |  | 1991
Alias 028 (2004) (digital) (Kileko-Empire) (- Nem -).cbr | Alias | 28 |  | 2004
Conan the Barbarian 275 (1993) (noads).cbr | Conan the Barbarian | 275 |  | 1993
Savage Sword of Conan 235 (1995) (c2c) (Read-DCP).cbr | Savage Sword of Conan | 235 |  | 1995
King Conan 006 (2022) (digital) (repaired).cbr | King Conan | 6 |  | 2022
GetComics.INFO Radiant Black 024 (2023) (Digital).cbz | Radiant Black | 24 |  | 2023
Rogue Sun Issue #12 (2023).cbz | Rogue Sun | 12 |  | 2023
Monstress Talk-Stories 002 (2021).cbz | Monstress Talk-Stories | 2 |  | 2021
Monstress - Issue 45 (2023) (Digital).cbz | Monstress | 45 |  | 2023
Chew 60 (2016) (digital) - Last Supper.cbz | Chew | 60 |  | 2016
Tony Chu Detective Cannibal 2 (2010).cbz | Tony Chu Detective Cannibal | 2 |  | 2010
I Hate Fairyland 20 (2018).cbz | I Hate Fairyland | 20 |  | 2018
Head Lopper 016 (2021).cbz | Head Lopper | 16 |  | 2021
Deadly Class 056 (2022) (digital).cbz | Deadly Class | 56 |  | 2022
Descender 032 (2018).cbz | Descender | 32 |  | 2018
Injection v01 (2015) (digital).cbr | Injection |  | 1 | 2015
Bitch Planet - Triple Feature 005 (2017).cbr | Bitch Planet - Triple Feature | 5 |  | 2017
Black Science 043 (2019) (Digital).cbr | Black Science | 43 |  | 2019
Low 26 (2021).cbr | Low | 26 |  | 2021
Kill or Be Killed 020 (2018).cbr | Kill or Be Killed | 20 |  | 2018
Criminal v3 012 (2020).cbr | Criminal | 12 | 3 | 2020
Stray Bullets - Sunshine & Roses 42 (2020).cbr | Stray Bullets - Sunshine & Roses | 42 |  | 2020
`

const MANGA = `
One Piece v105 (2023) (Digital) (1r0n).cbz | One Piece |  | 105 | 2023
One Piece 1089 (2023) (Digital).cbz | One Piece | 1089 |  | 2023
[Group] One Piece - c1090 [EN].cbz | One Piece | 1090 |  | 
Berserk v41 (2022) (Digital) (danke-Empire).cbz | Berserk |  | 41 | 2022
Berserk c364 [EvilGenius].cbz | Berserk | 364 |  | 
Vinland Saga v01 c001-008 (2013) (Digital).cbz | Vinland Saga | 1-8 | 1 | 2013
Vagabond v01-37 (2008-2015) (Digital) (LuCaZ) | Vagabond |  | 1-37 | 2008
Vagabond VizBig v03 (2009).cbz | Vagabond VizBig |  | 3 | 2009
Naruto - Volume 45 - Battlefield, Konoha!! (2009).cbz | Naruto |  | 45 | 2009
Bleach Vol.74 Ch.686 - Death & Strawberry.cbz | Bleach | 686 | 74 | 
Chainsaw Man - Chapter 097.cbz | Chainsaw Man | 97 |  | 
Chainsaw Man 012.5 (2020) (Digital).cbz | Chainsaw Man | 12.5 |  | 2020
Spy x Family v09 (2023) (Digital) (1r0n).cbz | Spy x Family |  | 9 | 2023
Spy x Family - c062.5 (v10) [MANGA Plus].cbz | Spy x Family | 62.5 | 10 | 
20th Century Boys v12 (2010) (Digital).cbz | 20th Century Boys |  | 12 | 2010
20th Century Boys c045.cbz | 20th Century Boys | 45 |  | 
21st Century Boys v02 (2013).cbz | 21st Century Boys |  | 2 | 2013
7 Seeds v03.cbz | 7 Seeds |  | 3 | 
3-gatsu no Lion v12 [Kirei Cake].cbz | 3-gatsu no Lion |  | 12 | 
Mob Psycho 100 v16 (2022) (Digital) (danke-Empire).cbz | Mob Psycho 100 |  | 16 | 2022
Mob Psycho 100 c101.2.cbz | Mob Psycho 100 | 101.2 |  | 
Eyeshield 21 v37 (2011).cbz | Eyeshield 21 |  | 37 | 2011
Kaiju No. 8 v07 (2023) (Digital) (1r0n).cbz | Kaiju No. 8 |  | 7 | 2023
Kaiju No. 8 c085.cbz | Kaiju No. 8 | 85 |  | 
86--EIGHTY-SIX v01 (2021).cbz | 86--EIGHTY-SIX |  | 1 | 2021
Detective Conan Ch.1110.cbz | Detective Conan | 1110 |  | 
[Meitantei] Detective Conan 1045 [RAW].cbz | Detective Conan | 1045 |  | 
Vol. 03 Ch. 021 - The Storm (en) [Scans].cbz |  | 21 | 3 | 
Yotsuba&! v15 (2021) (Digital).cbz | Yotsuba&! |  | 15 | 2021
Ajin - Demi-Human v17 (2022) (Digital) (danke-Empire).cbz | Ajin - Demi-Human |  | 17 | 2022
JoJo's Bizarre Adventure Part 4 - Diamond Is Unbreakable v03 (2019) (Digital).cbz | JoJo's Bizarre Adventure Part 4 - Diamond Is Unbreakable |  | 3 | 2019
Attack on Titan 139 (2021) (Digital).cbz | Attack on Titan | 139 |  | 2021
Attack on Titan Omnibus v12 (2023).cbz | Attack on Titan |  | 12 | 2023
進撃の巨人 第3巻.cbz | 進撃の巨人 |  | 3 | 
進撃の巨人 第34巻 (2021).zip | 進撃の巨人 |  | 34 | 2021
ワンピース 第1089話.zip | ワンピース | 1089 |  | 
[尾田栄一郎] ワンピース 第105巻.rar | ワンピース |  | 105 | 
鬼滅の刃 第01-23巻 | 鬼滅の刃 |  | 1-23 | 
나 혼자만 레벨업 179화.cbz | 나 혼자만 레벨업 | 179 |  | 
나 혼자만 레벨업 5권.cbz | 나 혼자만 레벨업 |  | 5 | 
전지적 독자 시점 시즌2 015화.cbz | 전지적 독자 시점 | 15 |  | 
Ванпанчмен Том 3 Глава 21.cbz | Ванпанчмен | 21 | 3 | 
Наруто 45 глава.cbz | Наруто | 45 |  | 
斗罗大陆 第12卷.cbz | 斗罗大陆 |  | 12 | 
斗罗大陆 卷3 第25话.cbz | 斗罗大陆 | 25 | 3 | 
One-Punch Man - c153b (mag) [cvcsc].cbz | One-Punch Man | 153b |  | 
Solo Leveling S2 Ep. 12.cbz | Solo Leveling | 12 |  | 
Tower of God S03 045.cbz | Tower of God | 45 |  | 
Fullmetal Alchemist - Fullmetal Edition v18 (2022) (Digital).cbz | Fullmetal Alchemist - Fullmetal Edition |  | 18 | 2022
Akira - Band 03 (Carlsen).cbz | Akira |  | 3 | 
Dragon Ball - Tome 12.cbz | Dragon Ball |  | 12 | 
Dragon Ball Super v01-20 (2017-2024) (Digital) (1r0n) | Dragon Ball Super |  | 1-20 | 2017
Gantz_v37_c383.cbz | Gantz | 383 | 37 | 
Hunter_x_Hunter_v36_c371-380_[Viz].cbz | Hunter x Hunter | 371-380 | 36 | 
Oyasumi.Punpun.v07.c074-084.cbz | Oyasumi Punpun | 74-84 | 7 | 
Kingdom Chapter 766 - The Pursuit.cbz | Kingdom | 766 |  | 
Blue Lock ch 250-251.cbz | Blue Lock | 250-251 |  | 
Frieren - Beyond Journey's End v10 (2024) (Digital) (danke-Empire).cbz | Frieren - Beyond Journey's End |  | 10 | 2024
Witch Hat Atelier v11 (2023) (Digital) (danke-Empire) (f).cbz | Witch Hat Atelier |  | 11 | 2023
[Yen Press] Overlord v16 (2022).cbz | Overlord |  | 16 | 2022
Oshi no Ko - 123 (2023) [Digital] [Oak].cbz | Oshi no Ko | 123 |  | 2023
Dandadan 101 - Extra.cbz | Dandadan | 101 |  | 
Monster - The Perfect Edition v09 (2016) (Digital).cbz | Monster - The Perfect Edition |  | 9 | 2016
Pluto 008 (2010) (Digital).cbz | Pluto | 8 |  | 2010
Dr. Stone v26 (2023) (Digital) (1r0n).cbz | Dr. Stone |  | 26 | 2023
Dr. Stone - Z=232.cbz | Dr. Stone - Z=232 |  |  | 
Case Closed v85 (2023) (Digital) (1r0n) (f2).cbz | Case Closed |  | 85 | 2023
`

const range = (first: string, last: string) => (last === '' ? first : `${first}-${last}`)

test.each([
  ['comic', COMICS],
  ['manga', MANGA],
] as const)('usual names of %s files are read exactly', (kind, table) => {
  for (const row of table.trim().split('\n')) {
    const name = row.slice(0, row.indexOf(' | '))
    const { series, issue, issue_end, volume, volume_end, year } = readName(name, { kind, year: 2026 })
    expect([name, series, range(issue, issue_end), range(volume, volume_end), year].join(' | ')).toBe(row)
  }
})
