/** The beginning of a chapter's name, after the group that released it. */
const CHAPTER =
  /(?:^|_)(?=(?:special |extra |side )?(?:vol(?:ume)?|ch(?:ap(?:ter)?)?|ep(?:isode)?|season|s|cap(?:[íi]tulo)?|chapitre|kapitel|part|#)?[\s.]*\d|one-?shot|prologue|epilogue|special|extra|omake)/i

/** The name of a chapter as saved by Android readers: `<group>_<chapter>`. */
interface ChapterName {
  /** Empty when nothing precedes the chapter. */
  group: string
  chapter: string
  /** A word or a number marks the start of the chapter. */
  marked: boolean
}

export function splitChapterName(stem: string): ChapterName {
  const at = stem.search(CHAPTER)
  const group = stem.slice(0, at < 0 ? Math.max(0, stem.indexOf('_')) : at)
  return { group, chapter: group === '' ? stem.replace(/^_/, '') : stem.slice(group.length + 1), marked: at >= 0 }
}
