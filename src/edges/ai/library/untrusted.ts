/**
 * Cleans text of files, providers, indexers and pictures for a model. Such text is sent only as JSON values, without
 * marks that a model reads as the end of a value or as another speaker. Pure.
 */

/** Characters of a field that are sent to a model. */
const MOST_CHARACTERS = 240

/**
 * Marks of model templates: `<|im_start|>`, `<｜tool▁calls▁begin｜>`, `[INST]`, `<<SYS>>`, `[TOOL_REQUEST]`; and every
 * tag.
 */
const TEMPLATE_MARKS =
  /<\s*[|｜][^<>]{0,80}[|｜]\s*>|<<\/?SYS>>|\[\/?(?:INST|SYSTEM_PROMPT|AVAILABLE_TOOLS|TOOL_CALLS|TOOL_RESULTS?|(?:END_)?TOOL_REQUEST)\]|<\/?[a-z!][^<>]{0,200}>/giu
const FENCES = /`{3,}|~{3,}/g
const ORDERS =
  /\b(?:ignore|disregard|forget|override|bypass)\b[^.!?\n]{0,40}\b(?:previous|prior|above|earlier|preceding|all|any|your|system)\b[^.!?\n]{0,20}\b(?:instructions?|prompts?|rules|messages?|directions|guidelines)\b/giu
/** A line that begins as another speaker. */
const SPEAKERS = /(^|\n)(?:[^\S\n]|[>#*_-])*(?:system|assistant|user|developer|tool)\s*:/giu
/** Invisible characters: controls, direction marks, tags, private characters, variation selectors. */
const UNSHOWN = /[\p{Cf}\p{Co}\p{Cs}\p{Variation_Selector}]/gu
const BREAKS = /[\p{Cc}\p{Zl}\p{Zp}]+/gu
const LEFT_OUT = '[…]'

/** One line for a model, cut to `most` characters. */
export function lineForModel(text: string, most = MOST_CHARACTERS): string {
  // Bounds the work on a long text before anything is matched in it.
  const line = textForModel(text.slice(0, most * 4), most * 4)
    .replace(/\s+/gu, ' ')
    .trim()
  return cut(line, most)
}

/** Several lines for a model, cut to `most` characters: a message of the user, or text in a picture. */
export function textForModel(text: string, most: number): string {
  let clean = text
    .slice(0, most * 4)
    .replace(UNSHOWN, '')
    .replace(/\r\n?/g, '\n')
    .replace(BREAKS, (found) => (found.includes('\n') ? found.replace(/[^\n]/g, '') : ' '))
  // Removing a mark may create another: `<|im_<|x|>start|>`.
  for (let before = ''; before !== clean; ) {
    before = clean
    clean = clean.replace(TEMPLATE_MARKS, ' ').replace(FENCES, ' ')
  }
  return cut(clean.replace(SPEAKERS, `$1${LEFT_OUT} `).replace(ORDERS, LEFT_OUT), most)
}

/** Cuts between characters, never inside a surrogate pair. */
function cut(text: string, most: number): string {
  const characters = [...text]
  return characters.length <= most
    ? text
    : `${characters
        .slice(0, most - 1)
        .join('')
        .trimEnd()}…`
}
