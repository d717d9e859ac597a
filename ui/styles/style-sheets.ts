const places: string[] = []
const sheets: CSSStyleSheet[] = []
let isDue = false

/**
 * Adds the CSS of a component. The build puts it into the script of the component (`build/styles.ts`), so that a page
 * loads only its own CSS, and is never drawn without it. Sheets are in the order of `place`, independent of the page that
 * was opened first.
 */
export function addStyleSheet(place: string, css: string): void {
  const after = places.findIndex((other) => other > place)
  const at = after === -1 ? places.length : after
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  places.splice(at, 0, place)
  sheets.splice(at, 0, sheet)
  if (isDue) return
  isDue = true
  // Once for all components of a script: browsers go through the whole list with every change of it.
  queueMicrotask(applySheets)
}

function applySheets(): void {
  isDue = false
  document.adoptedStyleSheets = [...sheets]
}
