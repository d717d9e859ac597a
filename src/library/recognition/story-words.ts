/** Words that replace a number in a series folder: no series has such a name. */

const LATIN = [
  'prolog(?:ue|o)?|prólogo|[eé]pilog(?:ue|o)?|epílogo|(?:after|fore)[ -]?words?|after stor(?:y|ies)|pr[eé]face|post(?:face|script)',
  'inter(?:lude|mission|mezzo)|intro(?:duction)?|outro|q ?& ?a|q and a|faq|(?:side|short)[ -]?stor(?:y|ies)',
  '(?:bonus|extras?|specials?|omake|final|last|pilot|sp[eé]cial|spécial)(?: (?:chapter|episode|stor(?:y|ies)|comic|manga|pages?|issue|strip))?',
  'gaiden|spin[ -]?off|one[ -]?shot|teaser|trailer|preview|notices?|announcements?|hiatus(?: notice)?|thank you',
  "(?:author|creator|artist|translator)(?:'?s)?'? notes?|credits|recap|synopsis|finale|epilogue chapter",
  'character (?:profiles?|guide|sheets?)|profiles?|illustrations?|gallery|art ?works?|covers?(?: gallery)?',
  'hors[ -]s[eé]ries?|hs|annexe|nachwort|vorwort|sonder(?:band|heft|ausgabe)|extra ?heft|(?:bonus|extra|spezial)[ -]?kapitel',
  'ex|season(?: \\d+)? (?:finale|end|recap|q ?& ?a|epilogue|prologue|preview|trailer|notice|announcement|hiatus)',
  'especial|speciale|cap[ií]tulo (?:extra|especial)|ap[eê]ndice|anexo',
]
const EASTERN = [
  '番外[篇編编話话]?|外[伝传傳]|特[別别][篇編编話话]|特典|おまけ|オマケ|[後后][記记]|あとがき|まえがき|序[章幕]?|[終终]章|最[終终][話话回]|楔子',
  '尾[声聲]|插曲|幕間|プロローグ|エピローグ|読み切り|短[編篇]|小[剧劇][场場]|[前中後后][編篇]|[完結结]+[編篇]|[上中下][巻卷冊册]?',
  '[상중하][권편]?|[전중후]편|외전|특별편|번외편?|프롤로그|에필로그|후기|단편',
]
const COLLECTED = 'gesamtausgabe|int[eé]grale?|edizione integrale|omnibus'
/** Words that say that there is nothing to say. */
const NOTHING =
  /^(?:no|without|sans|ohne)[ _-](?:volumes?|chapters?|number|band|tome|titel|title)$|^vol(?:ume)?[ ._]*(?:tbd|tba|none|n\/?a)$/iu
export const saysNothing = (name: string): boolean => NOTHING.test(name.trim())

const TITLE = '(?:\\s*[-–—:]\\s*.+)?'

const WORDS = new RegExp(`^(${[...LATIN, COLLECTED].join('|')}|${EASTERN.join('|')})${TITLE}$`, 'iu')
const COLLECTED_WORD = new RegExp(`^(?:${COLLECTED})(?= \\d|$)`, 'iu')

/** "番外01" */
const COUNTED = new RegExp(`^(?:${EASTERN.join('|')})\\d{1,3}$`, 'u')

/**
 * The word that a name consists of, besides numbers and a title: "Prologue", "Side Story"; empty for any other name.
 */
export function storyWord(name: string): string {
  const words = name.trim().normalize('NFC')
  return WORDS.exec(words)?.[1] ?? COUNTED.exec(words)?.[0] ?? ''
}

const BEHIND = new RegExp(`^(.+?)[\\s:–—-]+((?:l')?(?:${COLLECTED}))$`, 'iu')
/** The series and the word after it: "Valmont - Intégrale"; undefined for any other name. */
export function beforeCollectedWord(name: string): { series: string; word: string } | undefined {
  const [, series, word] = BEHIND.exec(name.trim()) ?? []
  return series === undefined || word === undefined ? undefined : { series, word }
}

/** Books that collect the volumes of the series beside them: "Gesamtausgabe", "Intégrale 2". */
export const isCollectedWord = (word: string): boolean => COLLECTED_WORD.test(word)

/** "Intégrale 2" is volume 2 when the folder contains only such books. */
export const withoutCollectedWord = (number: string): string => number.replace(COLLECTED_WORD, '').trim()
