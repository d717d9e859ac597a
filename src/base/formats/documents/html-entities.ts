/** HTML 4.01, section 24: the letters of Latin-1 in order, from 160. */
const LATIN_1 =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml'
const OTHERS = {
  amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", OElig: 'Œ', oelig: 'œ', Scaron: 'Š', scaron: 'š', Yuml: 'Ÿ',
  ensp: ' ', emsp: ' ', thinsp: ' ', ndash: '–', mdash: '—', lsquo: '‘', rsquo: '’', sbquo: '‚', ldquo: '“', rdquo: '”',
  bdquo: '„', lsaquo: '‹', rsaquo: '›', hellip: '…', bull: '•', dagger: '†', Dagger: '‡', permil: '‰', prime: '′',
  Prime: '″', euro: '€', trade: '™', hearts: '♥', star: '☆', starf: '★', infin: '∞', minus: '−', tilde: '˜', circ: 'ˆ',
  num: '#', lpar: '(', rpar: ')', lsqb: '[', rsqb: ']', excl: '!', quest: '?', comma: ',', period: '.', colon: ':', semi: ';', plus: '+', sol: '/',
} // biome-ignore format: one glance
const NAMED = new Map([
  ...LATIN_1.split(' ').map((name, at) => [name, String.fromCodePoint(160 + at)] as const),
  ...Object.entries(OTHERS),
  ['nbsp', ' '] as const,
  ['shy', ''] as const,
])
/** "&AMP;" and "&QUOT;" are valid in capitals as well. */
const named = (name: string) => NAMED.get(name) ?? NAMED.get(name.toLowerCase())

/** Decodes the HTML entities of a text once; unknown ones stay as they are. */
export function decodeHtml(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z][a-z\d]{1,7}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return named(name) ?? whole
    const point = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)
    const isLetter = point > 31 && point <= 0x10ffff && (point < 0xd800 || point > 0xdfff)
    return isLetter ? String.fromCodePoint(point) : ' '
  })
}

/** How often a name may have been encoded: each program on its way encodes the result of the one before. */
const MOST_TIMES = 3

/** Decodes a one-line name that may have been encoded several times: "Tom &amp;amp; Jerry" is "Tom & Jerry". */
export function decodeName(text: string): string {
  let name = text
  for (let times = 0; times < MOST_TIMES && name.includes('&'); times++) name = decodeHtml(name)
  return name.trim()
}
