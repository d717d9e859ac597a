/** What posts add to the names of their files, in front of them or in place of their signs. */

/** "10/23 Lantern 5": the place in a post. Below ten it may be a part of the name: "1/2 Prince". */
const PLACE = /^(\d{1,3})\/(\d{2,3}) (?=\p{L})/u
/** "Gold releases (2013.01.25) - Lantern 5": all that a group posted on a day. */
const BATCH = /^[^()[\]]{1,40} releases? \(\d{4}[.-]\d\d[.-]\d\d\) - /i
/** "Lantern 020 aka Harbor 04": its other name. */
const OTHER_NAME = /(?<=\d) aka /i
/** "Lantern 016 282013 29 28Digital 29": brackets of an address whose percent signs became blanks. */
const LOST_PERCENT = /(?<=^| )28(?:19|20)\d\d 29(?= |$)/
const OPENING = /(?<=^| )28(?=[\p{L}\d])/gu
const CLOSING = / 29(?= |$)/g

export function cleanPost(text: string): string {
  let clean = text
  const slash = clean.indexOf('/')
  if (slash > 0 && slash < 4) {
    const [whole, place, of] = PLACE.exec(clean) ?? []
    if (whole && Number(place) <= Number(of)) clean = clean.slice(whole.length)
  }
  if (clean.indexOf(' release') > 0) clean = clean.replace(BATCH, '')
  if (clean.indexOf(' aka ') > 0) clean = clean.replace(OTHER_NAME, ' - ')
  if (clean.indexOf(' 29') > 0 && LOST_PERCENT.test(clean)) clean = clean.replace(OPENING, '(').replace(CLOSING, ')')
  return clean
}
