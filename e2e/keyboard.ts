import type { Page } from 'playwright-core'

/** Problems of the page for users without a mouse, or with reduced motion. */
export function keyboardFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const CONTROLS =
      'a[href], button, input, select, textarea, summary, [contenteditable], [role="button"], [role="switch"], [role="slider"]'
    /** Lists with one tab stop: arrow keys move between entries, and keys run the actions of an entry. */
    const ROVING = '[data-stop], [data-at], [role="row"], [role="menu"], [role="listbox"], [role="radiogroup"]'
    const named = (each: Element) => each.outerHTML.slice(0, 160)
    const isSeen = (each: Element) => each.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    const controls = [...document.querySelectorAll<HTMLElement>(CONTROLS)].filter(
      (each) => isSeen(each) && !each.matches(':disabled, [aria-hidden="true"], [aria-hidden="true"] *, .unseen'),
    )
    const order = controls.filter(({ tabIndex }) => tabIndex > 0).map((each) => `tab order: ${named(each)}`)
    const unreached = controls
      .filter((each) => each.tabIndex < 0 && !each.parentElement?.closest(ROVING) && !each.matches(ROVING))
      .map((each) => `no key leads to it: ${named(each)}`)
    const unentered = ['[data-stop]', '[data-at]'].flatMap((entry) => {
      const entries = [...document.querySelectorAll<HTMLElement>(entry)].filter(isSeen)
      const isEntered = entries.length === 0 || entries.some(({ tabIndex }) => tabIndex === 0)
      return isEntered ? [] : [`Tab does not lead into the list: ${named(entries[0]!)}`]
    })
    /** The styles that may show the focus, on the element and its parents. */
    const looks = (each: HTMLElement) => {
      const around: Element[] = []
      for (let at: Element | null = each; at && around.length < 4; at = at.parentElement) around.push(at)
      const inside = [...each.querySelectorAll('*')].slice(0, 8)
      const sibling = each.nextElementSibling ? [each.nextElementSibling] : []
      return [...around, ...inside, ...sibling]
        .map((at) => {
          const { outline, boxShadow, borderColor, backgroundColor, color, textDecoration, clipPath } =
            getComputedStyle(at)
          return [outline, boxShadow, borderColor, backgroundColor, color, textDecoration, clipPath].join()
        })
        .join(';')
    }
    const unseen = controls
      .filter((each) => {
        if (each.tabIndex < 0) return false
        ;(document.activeElement as HTMLElement | null)?.blur()
        const before = looks(each)
        each.focus({ preventScroll: true, focusVisible: true } as FocusOptions)
        return document.activeElement === each && looks(each) === before
      })
      .map((each) => `its focus is not shown: ${named(each)}`)
    ;(document.activeElement as HTMLElement | null)?.blur()
    const moving = document
      .getAnimations()
      .filter((one) => one.playState === 'running' && Number(one.effect?.getComputedTiming().endTime) > 20)
      .map((one) => `it moves: ${named((one.effect as KeyframeEffect).target!)}`)
    return [...order, ...unreached, ...unentered, ...unseen, ...moving]
  })
}
