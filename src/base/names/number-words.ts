/** Numbers written as words, from one up, in the languages whose words for volumes are known. */
const COUNTED = [
  'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty',
  'first second third fourth fifth sixth seventh eighth ninth tenth',
  'un deux trois quatre cinq six sept huit neuf dix onze douze',
  'premier deuxième troisième quatrième cinquième sixième septième huitième neuvième dixième',
  'uno dos tres cuatro cinco seis siete ocho nueve diez',
  'primero segundo tercero cuarto quinto sexto séptimo octavo noveno décimo',
  'um dois três quatro cinco seis sete oito nove dez',
  'primeiro segundo terceiro quarto quinto sexto sétimo oitavo nono décimo',
  'uno due tre quattro cinque sei sette otto nove dieci',
  'primo secondo terzo quarto quinto sesto settimo ottavo nono decimo',
  'eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf',
  'een twee drie vier vijf zes zeven acht negen tien',
  'erste zweite dritte vierte fünfte sechste siebte achte neunte zehnte',
  'jeden dwa trzy cztery pięć sześć siedem osiem dziewięć dziesięć',
  'pierwszy drugi trzeci czwarty piąty szósty siódmy ósmy dziewiąty dziesiąty',
  'pierwsza druga trzecia czwarta piąta szósta siódma ósma dziewiąta dziesiąta',
  'první druhý třetí čtvrtý pátý šestý sedmý osmý devátý desátý',
  'první druhá třetí čtvrtá pátá šestá sedmá osmá devátá desátá',
  'первый второй третий четвёртый пятый шестой седьмой восьмой девятый десятый',
  'первая вторая третья четвёртая пятая шестая седьмая восьмая девятая десятая',
  'один два три четыре пять шесть семь восемь девять десять',
]

/** By lower-case word. */
export const NUMBER_WORDS = new Map<string, string>()
for (const list of COUNTED)
  for (const [at, word] of list.split(' ').entries())
    if (!NUMBER_WORDS.has(word)) NUMBER_WORDS.set(word, String(at + 1))
